import { AppError, newUserMessage, titleFromText, type Message, type ModeId } from '@parley/core';
import {
  bump,
  notify,
  patchThread,
  placeConversation,
  putMessages,
  removeConversation,
  setDraft,
  THE_LIST,
  type ChatContext,
} from './chat-context.ts';
import { putBack } from './drafts.ts';
import { followReply } from './follow-reply.ts';
import type { OutboxEntry } from './outbox.ts';
import { problemText } from './problem-text.ts';
import { readUsage } from './read-usage.ts';
import { countMessage } from './refresh-usage.ts';
import { adoptIds, letGo, runReply } from './run-reply.ts';
import { stopIfAsked } from './stop-reply.ts';

/**
 * Sends a question. It and an empty reply are on screen at once, under keys they keep. Until the server has it, the
 * text lives in the outbox; when it is refused, it is back in the box and nothing else of it is left.
 */
export async function sendMessage(ctx: ChatContext, conversationId: string, text: string): Promise<void> {
  const { session } = ctx;
  const { threads, conversations, mode } = ctx.get();
  const thread = threads[conversationId];
  const question = text.trim();
  if (question === '' || thread?.status !== 'ready' || thread.reply || session.pending.has(conversationId)) return;

  const entry = outboxEntry(ctx, { conversationId, text: question, mode });
  session.outbox.put(entry);
  setDraft(ctx, conversationId, '');
  // From here on the server may know it, whether or not its answer arrives.
  const isNew = session.unsent.delete(conversationId);

  const questionKey = ctx.newId();
  const replyKey = ctx.newId();
  const asked = newUserMessage(question, { id: questionKey, now: ctx.now(), mode });
  const before = conversations.find(({ id }) => id === conversationId);
  const place = conversations.findIndex(({ id }) => id === conversationId);
  putMessages(ctx, { [questionKey]: asked, [replyKey]: emptyReply(replyKey, asked) });
  patchThread(ctx, conversationId, { messageIds: [...thread.messageIds, questionKey, replyKey] });
  placeConversation(ctx, {
    ...(before ?? {
      id: conversationId,
      title: titleFromText(question),
      webSearchEnabled: false,
      thinkingModeEnabled: mode === 'thinking',
      pinned: false,
      archived: false,
    }),
    updatedAt: asked.timestamp,
    lastText: question,
  });
  bump(ctx, conversationId, THE_LIST);

  const takeBack = (): void => {
    session.pending.delete(conversationId);
    letGo(ctx, conversationId);
    const messageIds = ctx.get().threads[conversationId]?.messageIds ?? [];
    patchThread(ctx, conversationId, {
      messageIds: messageIds.filter((key) => ![questionKey, replyKey].includes(key)),
    });
    if (before) placeConversation(ctx, before, place);
    else removeConversation(ctx, conversationId);
    bump(ctx, conversationId, THE_LIST);
  };

  await new Promise<void>((resolve) => {
    session.pending.set(conversationId, () => {
      takeBack();
      keepText(ctx, entry);
      resolve();
    });
    runReply(ctx, conversationId, replyKey, {
      open: (handlers) => ctx.api.streamChat(toRequest(entry), handlers),
      onAccepted: ({ userMessageId, assistantMessageId, generationId }) => {
        arrived(ctx, entry);
        countMessage(ctx);
        const adopted = [
          { key: questionKey, id: userMessageId },
          { key: replyKey, id: assistantMessageId },
        ];
        adoptIds(ctx, conversationId, adopted, generationId);
        stopIfAsked(ctx, conversationId);
        resolve();
      },
      onRepeat: () => {
        takeBack();
        arrived(ctx, entry);
        void ctx.reload(conversationId);
        resolve();
      },
      onRefused: (error) => {
        takeBack();
        if (isNew && isDefinite(error)) session.unsent.add(conversationId);
        refused(ctx, entry, error);
        resolve();
      },
    });
  });
}

/** Sends again what a reload found on its way: once, under its old id, and without a word until the server answers. */
export function resend(ctx: ChatContext, entry: OutboxEntry): Promise<void> {
  const { session } = ctx;
  return new Promise((resolve) => {
    const finish = (): void => {
      session.pending.delete(entry.conversationId);
      follower.close();
      resolve();
    };
    const has = (): void => {
      finish();
      arrived(ctx, entry);
      void ctx.reload(entry.conversationId);
    };
    session.pending.set(entry.conversationId, () => {
      finish();
      keepText(ctx, entry);
    });
    const id = ctx.newId();
    const follower = followReply({
      message: emptyReply(id, newUserMessage(entry.text, { id, now: ctx.now(), mode: entry.mode })),
      open: (handlers) => ctx.api.streamChat(toRequest(entry), handlers),
      attach: (...request) => ctx.api.attach(...request),
      now: ctx.now,
      random: ctx.random,
      onAccepted: has,
      onRepeat: has,
      onRefused: (error) => {
        finish();
        refused(ctx, entry, error);
      },
      onTitle() {},
      onMessage() {},
      onConnection() {},
      onEnd() {},
    });
  });
}

/** The reply that stands on screen until the server has accepted its question. */
export function emptyReply(id: string, question: Pick<Message, 'timestamp' | 'mode'>): Message {
  const { timestamp, mode } = question;
  return { id, text: '', isUser: false, timestamp, status: 'streaming', ...(mode && { mode }) };
}

/** The same question, asked again after its answer was lost, keeps its id, so that the server takes it once. */
function outboxEntry(ctx: ChatContext, question: { conversationId: string; text: string; mode: ModeId }): OutboxEntry {
  const lost = ctx.session.outbox.get(question.conversationId);
  if (lost && lost.text === question.text && lost.mode === question.mode) return { ...lost, status: 'sending' };
  const { threads, messages } = ctx.get();
  const last = threads[question.conversationId]?.messageIds.at(-1);
  const after = last === undefined ? null : (messages[last]?.id ?? null);
  return { ...question, clientMessageId: ctx.newId(), after, status: 'sending' };
}

function toRequest({ conversationId, text, mode, clientMessageId }: OutboxEntry) {
  return { conversationId, text, selectedTool: mode, clientMessageId };
}

function arrived(ctx: ChatContext, { conversationId, text }: OutboxEntry): void {
  ctx.session.pending.delete(conversationId);
  ctx.session.unsent.delete(conversationId);
  ctx.session.outbox.remove(conversationId);
  if (ctx.get().drafts[conversationId] === text) setDraft(ctx, conversationId, '');
}

/** Puts the text back in the box, and keeps its id for the case that the server has it all the same. */
function keepText(ctx: ChatContext, entry: OutboxEntry): void {
  const { conversationId, text } = entry;
  setDraft(ctx, conversationId, putBack(text, ctx.get().drafts[conversationId] ?? ''));
  ctx.session.outbox.put({ ...entry, status: 'unsure' });
}

function refused(ctx: ChatContext, entry: OutboxEntry, error: unknown): void {
  const { conversationId } = entry;
  keepText(ctx, entry);
  if (isDefinite(error)) ctx.session.outbox.remove(conversationId);
  if (!(error instanceof AppError)) {
    notify(ctx, 'send-failed', conversationId, problemText(error));
    return;
  }
  if (error.code === 'usage-limit-reached') {
    const usage = readUsage(error.details);
    if (usage) ctx.set({ usage });
    notify(ctx, 'limit', conversationId, error.message);
    return;
  }
  notify(ctx, 'send-failed', conversationId, error.message);
  // The reply that is in the way is followed from here on; a conversation that is gone is shown as gone.
  if (error.code === 'reply-in-progress' || error.code === 'not-found') {
    ctx.session.unsent.delete(conversationId);
    void ctx.reload(conversationId);
  }
}

/** Whether the server has said that it did not take the message; after anything else it may have it. */
function isDefinite(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}
