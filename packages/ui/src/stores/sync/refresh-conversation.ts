import {
  bump,
  forgetDeleted,
  isAsking,
  later,
  moveInTime,
  placeByTime,
  removeConversation,
  revision,
  THE_LIST,
  type ChatContext,
  type Session,
} from '../chat/chat-context.ts';
import { isUnknown, loadThread, vanish } from '../chat/threads/load-thread.ts';
import { isNews, newRumour, type Rumour } from './pending-refresh.ts';

/** Milliseconds after which the server is asked again that did not answer. */
export const AGAIN_AFTER = 3000;

interface Hearing {
  rumours: Map<string, Rumour>;
  /** Conversations that are being looked into. */
  looking: Set<string>;
}

const hearings = new WeakMap<Session, Hearing>();

/** Has the server asked about a conversation. */
export function askAbout(ctx: ChatContext, id: string): void {
  note(ctx, id, (rumour) => void (rumour.mustAsk = true));
}

/** Notes what was heard of a conversation, and looks into it. */
export function note(ctx: ChatContext, id: string, change: (rumour: Rumour) => void): void {
  const { rumours } = hearingOf(ctx.session);
  const rumour = rumours.get(id) ?? newRumour();
  change(rumour);
  rumours.set(id, rumour);
  void lookInto(ctx, id);
}

/** What was heard of a conversation says nothing any more. */
export function forgetRumour({ session }: ChatContext, id: string): void {
  hearingOf(session).rumours.delete(id);
}

/** Looks into what was heard of a conversation until there is nothing left of it. */
async function lookInto(ctx: ChatContext, id: string): Promise<void> {
  const { session } = ctx;
  const { rumours, looking } = hearingOf(session);
  if (looking.has(id)) return;
  looking.add(id);
  try {
    while (rumours.has(id)) {
      await quiet(ctx, id);
      if (session !== ctx.session) return;
      const rumour = rumours.get(id);
      if (!rumour) return;
      rumours.delete(id);
      if (!isNews(ctx, id, rumour)) {
        keepTime(ctx, id, rumour);
      } else if (!(await look(ctx, id, rumour)) && session === ctx.session) {
        later(ctx, AGAIN_AFTER, () => askAbout(ctx, id));
        return;
      }
    }
  } finally {
    looking.delete(id);
  }
}

/** Resolves when somebody sees the page and nothing that this client does to the conversation waits for the server. */
async function quiet(ctx: ChatContext, id: string): Promise<void> {
  const { session } = ctx;
  const isSending = (): boolean => session === ctx.session && (session.pending.has(id) || isAsking(ctx, id));
  for (;;) {
    await seen();
    if (session.changes.has(id)) {
      await session.changes.get(id);
    } else if (isSending()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const forget = ctx.subscribe(() => void (isSending() || resolve()));
      await promise;
      forget();
    } else {
      return;
    }
  }
}

/** Resolves at once where the page is seen. */
export function seen(): Promise<void> | undefined {
  if (typeof document === 'undefined' || document.visibilityState === 'visible') return undefined;
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

/** Takes over the time that the server has given to what was written from here. */
function keepTime(ctx: ChatContext, id: string, { told }: Rumour): void {
  const listed = ctx.get().conversations.find((item) => item.id === id);
  if (told && told.conversation.updatedAt !== listed?.updatedAt)
    moveInTime(ctx, id, { updatedAt: told.conversation.updatedAt });
}

/** Asks the server how a conversation is and shows that; false when it did not answer. */
async function look(ctx: ChatContext, id: string, { isWriting }: Rumour): Promise<boolean> {
  const { session } = ctx;
  // What is on its way was asked for too early.
  bump(ctx, id, THE_LIST);
  const isRead = session.shown === id || isWriting;
  if (!isRead || session.deleted.has(id)) {
    const isAnswered = await lookAtSummary(ctx, id);
    if (!isAnswered || !isRead || session.deleted.has(id)) return isAnswered;
  }
  const isShown = Boolean(await loadThread(ctx, id));
  // Something was sent before the answer came, which goes before.
  const isOvertaken = !isShown && session === ctx.session && isAsking(ctx, id);
  if (isOvertaken) askAbout(ctx, id);
  return isShown || isOvertaken;
}

async function lookAtSummary(ctx: ChatContext, id: string): Promise<boolean> {
  const { session } = ctx;
  const asked = revision(ctx, id);
  const answer = await ctx.api.conversation(id, { limit: 1 }).then(
    (page) => ({ page }),
    (error: unknown) => ({ error }),
  );
  if (session !== ctx.session) return true;
  const isLatest = asked === revision(ctx, id) && !session.changes.has(id) && !session.pending.has(id);
  if (!isLatest) {
    askAbout(ctx, id);
    return true;
  }
  if ('error' in answer) {
    if (isUnknown(answer.error)) vanish(ctx, id);
    return isUnknown(answer.error);
  }
  const { conversation, messages } = answer.page;
  session.deleted.delete(id);
  if (ctx.get().deleted?.id === id) forgetDeleted(ctx);
  if (ctx.get().threads[id]?.status === 'not-found') forgetThread(ctx, id);
  const last = messages.at(-1);
  if (conversation.archived) removeConversation(ctx, id);
  else if (last) placeByTime(ctx, { ...conversation, lastText: last.text });
  return true;
}

/** A conversation that is back is read when it is opened. */
export function forgetThread(ctx: ChatContext, id: string): void {
  const { [id]: _gone, ...threads } = ctx.get().threads;
  ctx.set({ threads });
}

function hearingOf(session: Session): Hearing {
  const hearing = hearings.get(session) ?? { rumours: new Map(), looking: new Set() };
  hearings.set(session, hearing);
  return hearing;
}
