import type { ConversationWithMessages, HistoryResponse } from '@parley/core';
import { TransportError } from '../api/api-client.ts';
import { notify, revision, THE_LIST, type ChatContext } from './chat-context.ts';
import type { ConversationSummary } from './chat-state.ts';
import { problemText } from './problem-text.ts';

const PAGE = 50;

/** Reads the newest conversations. Those that are being written to from here keep the place and text they have here. */
export async function loadHistory(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  if (ctx.get().historyStatus === 'failed') ctx.set({ historyStatus: 'loading' });
  let asked: number;
  let page: HistoryResponse;
  let pinned: HistoryResponse;
  do {
    asked = revision(ctx, THE_LIST);
    try {
      [page, pinned] = await Promise.all([
        ctx.api.history({ limit: PAGE }),
        ctx.api.history({ limit: PAGE, only: 'pinned' }),
      ]);
      const isWhole = [page, pinned].every(({ conversations }) => Array.isArray(conversations));
      if (!isWhole) throw new TransportError('The answer is no history.');
    } catch {
      if (session === ctx.session && ctx.get().historyStatus === 'loading') ctx.set({ historyStatus: 'failed' });
      return;
    }
    if (session !== ctx.session) return;
    // An answer to a question from before the list changed here would take that change back.
  } while (asked !== revision(ctx, THE_LIST));
  const { conversations, threads } = ctx.get();
  const busy = conversations.filter(({ id }) => session.pending.has(id) || threads[id]?.reply);
  const read = append(ctx, busy, [...page.conversations, ...pinned.conversations]);
  ctx.set({ historyStatus: 'ready', conversations: read, nextBefore: page.nextBefore });
}

/** Reads the page of conversations after those that are there. */
export async function loadMoreHistory(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  const { nextBefore: before, historyStatus } = ctx.get();
  if (before === null || historyStatus !== 'ready' || session.loading.has(THE_LIST)) return;
  const reading = ctx.api.history({ limit: PAGE, before }).then(
    (page) => {
      if (session !== ctx.session || ctx.get().nextBefore !== before) return;
      const conversations = append(ctx, ctx.get().conversations, page.conversations);
      ctx.set({ conversations, nextBefore: page.nextBefore });
    },
    (error: unknown) => {
      if (session === ctx.session) notify(ctx, 'load-failed', THE_LIST, problemText(error));
    },
  );
  session.loading.set(THE_LIST, reading);
  await reading.finally(() => session.loading.delete(THE_LIST));
}

/** The conversations with these further ones among them, newest first. */
function append(
  ctx: ChatContext,
  known: ConversationSummary[],
  read: ConversationWithMessages[],
): ConversationSummary[] {
  const byId = new Map(known.map((conversation) => [conversation.id, conversation]));
  for (const conversation of read) {
    const isWanted = !byId.has(conversation.id) && !ctx.session.deleted.has(conversation.id);
    if (isWanted) byId.set(conversation.id, toSummary(conversation));
  }
  return [...byId.values()].toSorted((a, b) => Number(a.updatedAt < b.updatedAt) - Number(a.updatedAt > b.updatedAt));
}

function toSummary({ messages, ...conversation }: ConversationWithMessages): ConversationSummary {
  return { ...conversation, lastText: messages.at(-1)?.text ?? '' };
}
