import type { UserEvent } from '@parley/core';
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
} from './chat-context.ts';
import { loadHistory } from './load-history.ts';
import { isUnknown, loadThread, vanish } from './load-thread.ts';
import { refreshUsage, USAGE } from './refresh-usage.ts';
import { isNews, newRumour, type Rumour } from './rumours.ts';

/** Milliseconds after which the server is asked again that did not answer. */
const AGAIN_AFTER = 3000;

interface Hearing {
  rumours: Map<string, Rumour>;
  /** Conversations that are being looked into. */
  looking: Set<string>;
  /** How often there was reason to read everything anew. */
  missed: number;
  isCatchingUp: boolean;
}

const hearings = new WeakMap<Session, Hearing>();

/**
 * Takes what the server tells of changes, wherever they were made. It is not put on screen as it is told, since it may be
 * older than what this client has just done; but where it says something new the server is asked, and wins. That waits
 * while this client is changing the same conversation itself, and while nobody sees the page.
 */
export function hear(ctx: ChatContext, event: UserEvent): void {
  switch (event.type) {
    case 'user':
      void catchUp(ctx);
      return;
    case 'usage':
      bump(ctx, USAGE);
      ctx.set({ usage: event.usage });
      return;
    case 'conversation':
      note(ctx, event.conversation.id, (rumour) => void (rumour.told = event));
      return;
    case 'deleted':
      ask(ctx, event.conversationId);
      return;
    case 'reply-started':
      note(ctx, event.conversationId, (rumour) => {
        rumour.isWriting = true;
        rumour.replyIds.push(event.assistantMessageId);
      });
      return;
    case 'reply-ended':
      endHeard(ctx, event);
      return;
    default:
      event satisfies never;
  }
}

/** A reply that is followed here ends by its own stream, and one that is not may stand here as being written. */
function endHeard(
  ctx: ChatContext,
  { conversationId, generationId }: Extract<UserEvent, { type: 'reply-ended' }>,
): void {
  const { threads, messages } = ctx.get();
  const thread = threads[conversationId];
  if (thread?.reply?.generationId === generationId) {
    ctx.session.followers.get(conversationId)?.wake();
    return;
  }
  const isHere = thread?.messageIds.some((key) => {
    const message = messages[key];
    return message?.generationId === generationId && message.status === 'streaming';
  });
  if (isHere) ask(ctx, conversationId);
}

/** Reads anew what is on screen: what happened until now may not have been told. */
async function catchUp(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  const hearing = hearingOf(session);
  hearing.missed++;
  if (hearing.isCatchingUp) return;
  hearing.isCatchingUp = true;
  try {
    for (let known = 0; known !== hearing.missed;) {
      await seen();
      known = hearing.missed;
      await readAll(ctx);
      if (session !== ctx.session) return;
    }
  } finally {
    hearing.isCatchingUp = false;
  }
}

async function readAll(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  if (session !== ctx.session) return;
  // What is on its way was asked for too early.
  bump(ctx, THE_LIST);
  const busy = new Set([...session.pending.keys(), ...session.changes.keys(), ...session.followers.keys()]);
  const [isRead] = await Promise.all([loadHistory(ctx), refreshUsage(ctx), hearActive(ctx)]);
  if (session !== ctx.session) return;
  if (!isRead) later(ctx, AGAIN_AFTER, () => void catchUp(ctx));
  const { threads, conversations, deleted } = ctx.get();
  const listed = new Set(conversations.map(({ id }) => id));
  if (deleted && listed.has(deleted.id)) forgetDeleted(ctx);
  for (const [id, { status }] of Object.entries(threads))
    if (status === 'not-found' && listed.has(id)) forgetThread(ctx, id);
  // These kept in the list what they had here.
  for (const id of [...busy, ...session.pending.keys(), ...session.followers.keys()]) ask(ctx, id);
  if (session.shown !== null) ask(ctx, session.shown);
}

/** Reads the replies that are being written, wherever they were asked for. */
async function hearActive(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  try {
    const replies = await ctx.api.activeReplies();
    if (session !== ctx.session) return;
    for (const { conversationId, generationId } of replies) {
      const isFollowed = ctx.get().threads[conversationId]?.reply?.generationId === generationId;
      if (!isFollowed) note(ctx, conversationId, (rumour) => void (rumour.isWriting = rumour.mustAsk = true));
    }
  } catch {
    // Each thread finds its own reply when it is opened.
  }
}

function ask(ctx: ChatContext, id: string): void {
  note(ctx, id, (rumour) => void (rumour.mustAsk = true));
}

function note(ctx: ChatContext, id: string, change: (rumour: Rumour) => void): void {
  const { rumours } = hearingOf(ctx.session);
  const rumour = rumours.get(id) ?? newRumour();
  change(rumour);
  rumours.set(id, rumour);
  void lookInto(ctx, id);
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
        later(ctx, AGAIN_AFTER, () => ask(ctx, id));
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
function seen(): Promise<void> | undefined {
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
  if (isOvertaken) ask(ctx, id);
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
    ask(ctx, id);
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
function forgetThread(ctx: ChatContext, id: string): void {
  const { [id]: _gone, ...threads } = ctx.get().threads;
  ctx.set({ threads });
}

function hearingOf(session: Session): Hearing {
  const known = hearings.get(session);
  if (known) return known;
  const hearing: Hearing = { rumours: new Map(), looking: new Set(), missed: 0, isCatchingUp: false };
  hearings.set(session, hearing);
  return hearing;
}
