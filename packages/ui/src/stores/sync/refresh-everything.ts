import { bump, forgetDeleted, later, THE_LIST, type ChatContext, type Session } from '../chat/chat-context.ts';
import { loadHistory } from '../chat/conversations/load-history.ts';
import { AGAIN_AFTER, askAbout, forgetThread, note, seen } from './refresh-conversation.ts';
import { refreshUsage } from '../chat/usage/refresh-usage.ts';

interface Catching {
  /** How often there was reason to. */
  missed: number;
  isReading: boolean;
}

const catching = new WeakMap<Session, Catching>();

/** Reads anew what is on screen: what happened until now may not have been told. */
export async function catchUp(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  const state = catching.get(session) ?? { missed: 0, isReading: false };
  catching.set(session, state);
  state.missed++;
  if (state.isReading) return;
  state.isReading = true;
  try {
    for (let known = 0; known !== state.missed;) {
      await seen();
      known = state.missed;
      await readAll(ctx);
      if (session !== ctx.session) return;
    }
  } finally {
    state.isReading = false;
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
  for (const id of [...busy, ...session.pending.keys(), ...session.followers.keys()]) askAbout(ctx, id);
  if (session.shown !== null) askAbout(ctx, session.shown);
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
