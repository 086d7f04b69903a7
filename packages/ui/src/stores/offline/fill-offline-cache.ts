import type { Message } from '@parley/core';
import type { ChatContext } from '../chat/chat-context.ts';
import type { ConversationSummary } from '../chat/chat-state.ts';
import { withoutPictures } from './write-snapshot.ts';
import type { Shelf } from './offline-cache.ts';

const CONVERSATIONS = 50;
const MESSAGES = 100;
/** Messages that are asked for where a conversation was not opened in this visit. */
const PAGE = 50;
/** UTF-16 units of one conversation: with 50 of them about 10 MB at most. */
const LARGEST = 100_000;
/** Milliseconds without a change after which what is there is kept. */
const QUIET = 3000;

/**
 * Keeps the newest conversations with their ends, the unread ones too: one after the other, while no reply is being
 * written, and each again only when it has changed. `onQuiet` is called when it begins. Returns what ends it.
 */
export function keepOnShelf(ctx: ChatContext, shelf: Shelf, onQuiet: () => void): () => void {
  const { workspace } = ctx;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  let isKeeping = false;
  let isFull = false;
  let { conversations } = ctx.get();

  const mayGoOn = (): boolean => {
    const { historyStatus, threads } = ctx.get();
    const isWriting = Object.values(threads).some(({ reply }) => reply !== null);
    return !isEnded && !isFull && workspace === ctx.workspace && historyStatus === 'ready' && !isWriting;
  };

  const keep = async (): Promise<void> => {
    if (isKeeping || !mayGoOn()) return;
    isKeeping = true;
    onQuiet();
    const newest = ctx.get().conversations.slice(0, CONVERSATIONS);
    await shelf.retain(newest.map(({ id }) => id));
    const kept = new Map((await shelf.summaries()).map((summary) => [summary.id, summary]));
    for (const summary of newest) {
      if (!mayGoOn()) break;
      if (isSame(kept.get(summary.id), summary)) continue;
      const messages = await messagesOf(ctx, summary.id);
      if (messages && mayGoOn()) isFull = !(await shelf.put(summary, fitting(messages)));
    }
    isKeeping = false;
    // What changed meanwhile.
    if (mayGoOn() && conversations.slice(0, CONVERSATIONS).some((item, index) => item !== newest[index])) wait();
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), QUIET);
  };
  const forget = ctx.subscribe(() => {
    if (ctx.get().conversations === conversations) return;
    ({ conversations } = ctx.get());
    wait();
  });
  void keep();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    forget();
  };
}

function isSame(kept: ConversationSummary | undefined, now: ConversationSummary): boolean {
  return JSON.stringify(kept) === JSON.stringify(now);
}

/** The end of a conversation as it is here, or as the server tells it; null where it cannot be known now. */
async function messagesOf(ctx: ChatContext, id: string): Promise<Message[] | null> {
  const { threads, messages } = ctx.get();
  const thread = threads[id];
  const isHere = thread?.status === 'ready' && !ctx.workspace.threads.cached.has(id) && thread.messageIds.length > 0;
  if (isHere) return thread.messageIds.flatMap((key) => messages[key] ?? []);
  if (ctx.workspace.conversations.localOnlyIds.has(id)) return null;
  return ctx.api.conversation(id, { limit: PAGE }).then(
    (page) => page.messages,
    () => null,
  );
}

/** As many of the last messages as there is room for; attached pictures are not kept. */
function fitting(messages: Message[]): Message[] {
  const ended = messages.filter(({ status }) => status !== 'streaming').slice(-MESSAGES);
  const kept: Message[] = [];
  let length = 0;
  for (const message of ended.toReversed()) {
    const plain = withoutPictures(message);
    length += JSON.stringify(plain).length;
    if (length > LARGEST) break;
    kept.push(plain);
  }
  return kept.toReversed();
}
