import { hasAnswer } from '@parley/core';
import { emptyReply } from '../send/post-message.ts';
import { bumpRevision, patchThread, putMessages, revision, type ChatContext } from '../chat-context.ts';
import { countMessage, USAGE } from '../usage/refresh-usage.ts';
import { adoptServerIds, detachReply, readReply } from './reply-stream-binding.ts';
import { isServerRejection, reportRejection } from '../send/send-outcome.ts';
import { stopIfRequested } from './stop-reply.ts';

/** Answers a question again. A new reply takes the old one's place at once; when it is refused, the old one is back. */
export async function regenerateReply(ctx: ChatContext, conversationId: string, key: string): Promise<void> {
  const { workspace } = ctx;
  const { threads, messages, mode } = ctx.get();
  const thread = threads[conversationId];
  const old = messages[key];
  const index = thread?.messageIds.indexOf(key) ?? -1;
  if (!thread || !old || old.isUser || index === -1 || thread.reply || workspace.pendingRequests.has(conversationId))
    return;

  // An attempt whose answer was lost may have been accepted; the same id keeps it from counting twice.
  const clientMessageId = workspace.retryMessageIds.get(old.id) ?? ctx.newId();
  workspace.retryMessageIds.set(old.id, clientMessageId);
  const replyKey = ctx.newId();
  const answeredIn = old.mode ?? mode;
  const counted = revision(ctx, USAGE);
  const timestamp = new Date(ctx.now()).toISOString();
  putMessages(ctx, { [replyKey]: emptyReply(replyKey, { timestamp, mode: answeredIn }) });
  patchThread(ctx, conversationId, { messageIds: [...thread.messageIds.slice(0, index), replyKey] });
  bumpRevision(ctx, conversationId);

  const takeBack = (): void => {
    workspace.pendingRequests.delete(conversationId);
    detachReply(ctx, conversationId);
    // Older messages may have been loaded meanwhile; only what the new reply replaced comes back.
    const messageIds = ctx.get().threads[conversationId]?.messageIds ?? [];
    const kept = messageIds.slice(0, Math.max(0, messageIds.indexOf(replyKey)));
    patchThread(ctx, conversationId, { messageIds: [...kept, ...thread.messageIds.slice(index)] });
    bumpRevision(ctx, conversationId);
  };

  await new Promise<void>((resolve) => {
    workspace.pendingRequests.set(conversationId, () => {
      takeBack();
      resolve();
    });
    readReply(ctx, conversationId, replyKey, {
      // A version without an answer is none.
      earlier: (old.versionIds ?? [old.id]).filter((id) => id !== old.id || hasAnswer(old)),
      open: (handlers) =>
        ctx.api.streamChat(
          {
            conversationId,
            isRegeneration: true,
            originalMessageId: old.id,
            selectedTool: answeredIn,
            clientMessageId,
          },
          handlers,
        ),
      onAccepted: ({ assistantMessageId, generationId }) => {
        workspace.pendingRequests.delete(conversationId);
        workspace.retryMessageIds.delete(old.id);
        countMessage(ctx, counted);
        adoptServerIds(ctx, conversationId, [{ key: replyKey, id: assistantMessageId }], generationId);
        stopIfRequested(ctx, conversationId);
        resolve();
      },
      onRepeat: () => {
        takeBack();
        workspace.retryMessageIds.delete(old.id);
        void ctx.reload(conversationId);
        resolve();
      },
      onRefused: (error) => {
        takeBack();
        if (isServerRejection(error)) workspace.retryMessageIds.delete(old.id);
        if (reportRejection(ctx, conversationId, error, 'retry-failed')) void ctx.reload(conversationId);
        resolve();
      },
    });
  });
}
