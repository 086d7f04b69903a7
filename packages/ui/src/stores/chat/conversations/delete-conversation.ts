import { AppError, t } from '@parley/core';
import {
  bumpRevision,
  forgetDeleted,
  notify,
  placeByTime,
  removeConversation,
  setDraft,
  CONVERSATION_LIST,
  type ChatContext,
} from '../chat-context.ts';
import { setAttachments } from '../attachments/draft-attachments.ts';
import { trackMutation } from './pending-mutations.ts';
import { problemText } from '../../problem-text.ts';
import { detachReply } from '../stream/read-reply.ts';
import { dropUploads } from '../attachments/upload-queue.ts';

/** Deletes a conversation optimistically. Rolls back on failure. */
export async function deleteConversation(ctx: ChatContext, id: string): Promise<void> {
  const { workspace } = ctx;
  /** A queued message that is being sent: it is not sent again. */
  const sending = workspace.outgoing.flushingMessageId;
  workspace.outgoing.pendingRequests.get(id)?.();
  detachReply(ctx, id);
  const { conversations, threads, drafts, attachments } = ctx.get();
  const index = conversations.findIndex((item) => item.id === id);
  const conversation = conversations[index];
  const { [id]: thread, ...others } = threads;
  workspace.conversations.deletedIds.add(id);
  removeConversation(ctx, id);
  ctx.set({ threads: others, deleted: conversation ?? null });
  bumpRevision(ctx, id, CONVERSATION_LIST);
  const { promise: done, resolve } = Promise.withResolvers<boolean>();
  const inBox = (attachments[id] ?? []).filter(({ status }) => status === 'ready');
  workspace.conversations.lastDeleted = conversation
    ? { conversation, index, draft: drafts[id] ?? '', attachments: inBox, done }
    : null;
  let isDeleted = true;
  try {
    if (!workspace.conversations.localOnlyIds.has(id)) await trackMutation(ctx, id, ctx.api.deleteConversation(id));
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'not-found';
    isDeleted = isGone;
    if (workspace !== ctx.workspace) return;
    if (!isGone) {
      workspace.conversations.deletedIds.delete(id);
      if (ctx.get().deleted?.id === id) forgetDeleted(ctx);
      if (conversation) placeByTime(ctx, conversation, index);
      if (thread) ctx.set({ threads: { ...ctx.get().threads, [id]: thread } });
      console.error('Failed to delete conversation');
      notify(ctx, 'delete-failed', id, t`Failed to delete conversation. ${problemText(error)}`);
      if (thread) void ctx.reload(id);
      return;
    }
  } finally {
    // A list loaded before the server deleted it is stale.
    if (workspace === ctx.workspace) bumpRevision(ctx, id, CONVERSATION_LIST);
    resolve(isDeleted);
  }
  if (workspace !== ctx.workspace) return;
  const { queue } = workspace.outgoing;
  queue.removeUnconfirmed(id);
  if (sending !== null) {
    queue.remove({ conversationId: id, clientMessageId: sending });
    const { [id]: waiting = [], ...others } = ctx.get().queued;
    const left = waiting.filter(({ clientMessageId }) => clientMessageId !== sending);
    ctx.set({ queued: left.length > 0 ? { ...others, [id]: left } : others });
  }
  setDraft(ctx, id, '');
  dropUploads(ctx, id);
  setAttachments(ctx, id, []);
}
