import { addVersion, postMessage, emptyReply } from '../send/post-message.ts';
import {
  bumpRevision,
  moveByTime,
  patchThread,
  putMessages,
  setDraft,
  CONVERSATION_LIST,
  type ChatContext,
} from '../chat-context.ts';
import { prependToDraft } from '../send/drafts.ts';
import { setEditing } from './editing.ts';
import { isSame, type OutboxEntry } from '../send/outbox.ts';
import { detachReply } from '../stream/reply-stream-binding.ts';
import { restoreToComposer } from '../send/send-outcome.ts';
import { stopReply } from '../stream/stop-reply.ts';

/**
 * Asks the edited question in the old one's place. What followed leaves the screen at once; when the server refuses, it
 * is back, and the editor with the text. A reply being written is stopped first.
 */
export async function saveEdit(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  const { editing } = ctx.get();
  if (!editing) return;
  const { conversationId, messageId: key } = editing;
  const text = editing.text.trim();
  const shown = ctx.get().messages[key]?.text.trim();
  if (text === '' || text === shown) {
    setEditing(ctx, null);
    return;
  }
  if (workspace.isEditWaitingForStop || ctx.get().threads[conversationId]?.status !== 'ready') return;
  workspace.isEditWaitingForStop = true;
  const isQuiet = await stopped(ctx, conversationId).finally(() => (workspace.isEditWaitingForStop = false));
  // Somebody may have cancelled or written on while the reply was being stopped.
  if (!isQuiet || ctx.get().editing !== editing) return;

  const { threads, messages, conversations, drafts, mode: currentMode } = ctx.get();
  const messageIds = threads[conversationId]?.messageIds ?? [];
  const index = messageIds.indexOf(key);
  const question = messages[key];
  if (!question || index === -1) {
    setEditing(ctx, null);
    setDraft(ctx, conversationId, prependToDraft(text, drafts[conversationId] ?? ''));
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
  const lost = workspace.edits.get(conversationId);
  const sent: OutboxEntry = lost && isSame(lost, entry) ? { ...lost, status: 'sending', wasLost: true } : entry;
  workspace.edits.put(sent);
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
  moveByTime(ctx, conversationId, { updatedAt: timestamp, lastText: text });
  bumpRevision(ctx, conversationId, CONVERSATION_LIST);

  await postMessage(ctx, sent, {
    questionKey,
    replyKey,
    takeBack() {
      workspace.pendingRequests.delete(conversationId);
      detachReply(ctx, conversationId);
      // Older messages may have been loaded meanwhile; only what the edit replaced comes back.
      const current = ctx.get().threads[conversationId]?.messageIds ?? [];
      const kept = current.slice(0, Math.max(0, current.indexOf(questionKey)));
      patchThread(ctx, conversationId, { messageIds: [...kept, ...replaced] });
      if (before) moveByTime(ctx, conversationId, { updatedAt: before.updatedAt, lastText: before.lastText });
      bumpRevision(ctx, conversationId, CONVERSATION_LIST);
    },
    onAccepted: (id) => addVersion(ctx, questionKey, earlier, id),
    onUndone: () => restoreToComposer(ctx, sent),
  });
}

/** Ends a reply being written; false when it could not be stopped, or the session ended meanwhile. */
async function stopped(ctx: ChatContext, conversationId: string): Promise<boolean> {
  const { workspace } = ctx;
  const reply = () => ctx.get().threads[conversationId]?.reply ?? null;
  if (reply() === null) return !workspace.pendingRequests.has(conversationId);
  const { promise, resolve } = Promise.withResolvers<void>();
  const forget = ctx.subscribe(() => {
    if (workspace !== ctx.workspace || !reply()?.stopping) resolve();
  });
  void stopReply(ctx, conversationId);
  await promise;
  forget();
  if (workspace !== ctx.workspace) return false;
  // Where it could not be stopped, a notice says so by now.
  return reply() === null;
}
