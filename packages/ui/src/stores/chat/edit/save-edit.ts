import {
  bumpRevision,
  CONVERSATION_LIST,
  moveByTime,
  patchThread,
  putMessages,
  setDraft,
  waitUntil,
  type ChatContext,
} from '../chat-context.ts';
import { prependToDraft } from '../send/drafts.ts';
import { addVersion, postMessage } from '../send/post-message.ts';
import { withUnconfirmedId } from '../send/send-message.ts';
import type { OutgoingMessage } from '../send/queue/send-queue.ts';
import { emptyReply } from '../stream/read-reply.ts';
import { stopReply } from '../stream/stop-reply.ts';
import { setEditing } from './editing.ts';
import { modeOf } from '../send/mode-of.ts';

/**
 * Posts the edited message in place of the old one. Later messages leave the screen at once; if the server rejects the
 * edit, they and the editor with its text are restored. Stops a running reply first.
 */
export async function saveEdit(ctx: ChatContext): Promise<void> {
  const { outgoing } = ctx.workspace;
  const { editing } = ctx.get();
  if (!editing) return;
  const { conversationId, messageId: key } = editing;
  const text = editing.text.trim();
  if (text === '' || text === ctx.get().messages[key]?.text.trim()) {
    setEditing(ctx, null);
    return;
  }
  if (outgoing.isEditWaitingForStop || ctx.get().threads[conversationId]?.status !== 'ready') return;
  outgoing.isEditWaitingForStop = true;
  const isIdle = await stopRunningReply(ctx, conversationId).finally(() => (outgoing.isEditWaitingForStop = false));
  // The user may have canceled or edited further while the reply was being stopped.
  if (!isIdle || ctx.get().editing !== editing) return;

  const { threads, messages, conversations, drafts } = ctx.get();
  const messageIds = threads[conversationId]?.messageIds ?? [];
  const index = messageIds.indexOf(key);
  const question = messages[key];
  if (!question || index === -1) {
    setEditing(ctx, null);
    setDraft(ctx, conversationId, prependToDraft(text, drafts[conversationId] ?? ''));
    return;
  }

  const previous = messageIds[index - 1];
  const timestamp = new Date(ctx.now()).toISOString();
  const edit: OutgoingMessage = {
    clientMessageId: ctx.newId(),
    conversationId,
    text,
    mode: question.mode ?? modeOf(ctx.get(), conversationId),
    attachments: question.attachments ?? [],
    previousImageUrl: question.previousImageUrl ?? null,
    edits: question.id,
    after: previous === undefined ? null : (messages[previous]?.id ?? null),
    sentAt: timestamp,
    startsConversation: false,
    status: 'sending',
    waitsFor: 'connection',
    mayBeStored: false,
  };
  const message = withUnconfirmedId(edit, outgoing.queue.findUnconfirmed(conversationId, 'edit'));
  // Stored before the editor, which holds the same text, is emptied.
  outgoing.queue.put(message);
  setEditing(ctx, null);

  const questionKey = ctx.newId();
  const replyKey = ctx.newId();
  const { versionIds: earlierVersionIds = [question.id], ...unchanged } = question;
  const replaced = messageIds.slice(index);
  const before = conversations.find(({ id }) => id === conversationId);
  const reply = emptyReply(replyKey, { timestamp, mode: message.mode });
  putMessages(ctx, { [questionKey]: { ...unchanged, id: questionKey, text, timestamp }, [replyKey]: reply });
  patchThread(ctx, conversationId, { messageIds: [...messageIds.slice(0, index), questionKey, replyKey] });
  moveByTime(ctx, conversationId, { updatedAt: timestamp, lastText: text });
  bumpRevision(ctx, conversationId, CONVERSATION_LIST);

  const outcome = await postMessage(ctx, message, {
    questionKey,
    replyKey,
    reply,
    rollback() {
      // Older messages may have been loaded meanwhile: restore only the replaced ones.
      const current = ctx.get().threads[conversationId]?.messageIds ?? [];
      const kept = current.slice(0, Math.max(0, current.indexOf(questionKey)));
      patchThread(ctx, conversationId, { messageIds: [...kept, ...replaced] });
      if (before) moveByTime(ctx, conversationId, { updatedAt: before.updatedAt, lastText: before.lastText });
    },
  });
  if (outcome.type === 'accepted') addVersion(ctx, questionKey, earlierVersionIds, outcome.userMessageId);
}

/** Stops a running reply. Returns false if that failed, which a notice reports, or the session ended meanwhile. */
async function stopRunningReply(ctx: ChatContext, conversationId: string): Promise<boolean> {
  const { workspace } = ctx;
  const reply = () => ctx.get().threads[conversationId]?.reply ?? null;
  if (reply() === null) return !workspace.outgoing.pendingRequests.has(conversationId);
  void stopReply(ctx, conversationId);
  await waitUntil(ctx, () => !reply()?.stopping);
  return workspace === ctx.workspace && reply() === null;
}
