import { addVersion, ask, emptyReply } from '../send/post-message.ts';
import { bump, moveInTime, patchThread, putMessages, setDraft, THE_LIST, type ChatContext } from '../chat-context.ts';
import { putBack } from '../send/drafts.ts';
import { setEditing } from './editing.ts';
import { isSame, type OutboxEntry } from '../send/outbox.ts';
import { letGo } from '../stream/reply-stream-binding.ts';
import { putBackQuestion } from '../send/send-outcome.ts';
import { stopReply } from '../stream/stop-reply.ts';

/**
 * Asks the edited question in the old one's place. What followed leaves the screen at once; when the server refuses, it
 * is back, and the editor with the text. A reply being written is stopped first.
 */
export async function saveEdit(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  const { editing } = ctx.get();
  if (!editing) return;
  const { conversationId, messageId: key } = editing;
  const text = editing.text.trim();
  const shown = ctx.get().messages[key]?.text.trim();
  if (text === '' || text === shown) {
    setEditing(ctx, null);
    return;
  }
  if (session.saving || ctx.get().threads[conversationId]?.status !== 'ready') return;
  session.saving = true;
  const isQuiet = await stopped(ctx, conversationId).finally(() => (session.saving = false));
  // Somebody may have cancelled or written on while the reply was being stopped.
  if (!isQuiet || ctx.get().editing !== editing) return;

  const { threads, messages, conversations, drafts, mode: currentMode } = ctx.get();
  const messageIds = threads[conversationId]?.messageIds ?? [];
  const index = messageIds.indexOf(key);
  const question = messages[key];
  if (!question || index === -1) {
    setEditing(ctx, null);
    setDraft(ctx, conversationId, putBack(text, drafts[conversationId] ?? ''));
    return;
  }

  const previous = messageIds[index - 1];
  const entry: OutboxEntry = {
    clientMessageId: ctx.newId(),
    conversationId,
    text,
    mode: question.mode ?? currentMode,
    attachments: question.attachments ?? [],
    previousImageUrl: question.previousImageUrl ?? null,
    edits: question.id,
    after: previous === undefined ? null : (messages[previous]?.id ?? null),
    status: 'sending',
    wasLost: false,
  };
  const lost = session.edits.get(conversationId);
  const sent: OutboxEntry = lost && isSame(lost, entry) ? { ...lost, status: 'sending', wasLost: true } : entry;
  session.edits.put(sent);
  setEditing(ctx, null);

  const questionKey = ctx.newId();
  const replyKey = ctx.newId();
  const timestamp = new Date(ctx.now()).toISOString();
  const { versionIds: earlier = [question.id], ...unchanged } = question;
  const asked = { ...unchanged, id: questionKey, text, timestamp };
  const replaced = messageIds.slice(index);
  const before = conversations.find(({ id }) => id === conversationId);
  putMessages(ctx, { [questionKey]: asked, [replyKey]: emptyReply(replyKey, { timestamp, mode: entry.mode }) });
  patchThread(ctx, conversationId, { messageIds: [...messageIds.slice(0, index), questionKey, replyKey] });
  moveInTime(ctx, conversationId, { updatedAt: timestamp, lastText: text });
  bump(ctx, conversationId, THE_LIST);

  await ask(ctx, sent, {
    questionKey,
    replyKey,
    takeBack() {
      session.pending.delete(conversationId);
      letGo(ctx, conversationId);
      // Older messages may have been loaded meanwhile; only what the edit replaced comes back.
      const current = ctx.get().threads[conversationId]?.messageIds ?? [];
      const kept = current.slice(0, Math.max(0, current.indexOf(questionKey)));
      patchThread(ctx, conversationId, { messageIds: [...kept, ...replaced] });
      if (before) moveInTime(ctx, conversationId, { updatedAt: before.updatedAt, lastText: before.lastText });
      bump(ctx, conversationId, THE_LIST);
    },
    onAccepted: (id) => addVersion(ctx, questionKey, earlier, id),
    onUndone: () => putBackQuestion(ctx, sent),
  });
}

/** Ends a reply being written; false when it could not be stopped, or the session ended meanwhile. */
async function stopped(ctx: ChatContext, conversationId: string): Promise<boolean> {
  const { session } = ctx;
  const reply = () => ctx.get().threads[conversationId]?.reply ?? null;
  if (reply() === null) return !session.pending.has(conversationId);
  const { promise, resolve } = Promise.withResolvers<void>();
  const forget = ctx.subscribe(() => {
    if (session !== ctx.session || !reply()?.stopping) resolve();
  });
  void stopReply(ctx, conversationId);
  await promise;
  forget();
  if (session !== ctx.session) return false;
  // Where it could not be stopped, a notice says so by now.
  return reply() === null;
}
