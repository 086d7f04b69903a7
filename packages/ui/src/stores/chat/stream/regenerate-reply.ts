import { AppError, continuedReply, hasAnswer, type ModeId, type ReplyLength, type StreamRequest } from '@parley/core';
import {
  bumpRevision,
  dismissNoticeOf,
  patchThread,
  putMessages,
  revision,
  type ChatContext,
} from '../chat-context.ts';
import { isServerRejection, reportRejection } from '../send/send-outcome.ts';
import { countMessage, USAGE } from '../usage/refresh-usage.ts';
import { followReply } from './follow-reply.ts';
import { adoptServerIds, attachFollower, bindReply, detachReply, emptyReply } from './read-reply.ts';
import { stopIfRequested } from './stop-reply.ts';
import { modeOf } from '../send/mode-of.ts';

/** How the new reply differs from the old one. */
export interface RetryOptions {
  /** The old one's by default. */
  mode?: ModeId;
  length?: ReplyLength;
  /** The id of the model that should answer; the user's own choice by default. */
  model?: string;
}

/**
 * Regenerates a reply, or continues one that ended early. The new one replaces the old one optimistically; if the
 * server rejects it, the old one is restored.
 */
export async function regenerateReply(
  ctx: ChatContext,
  conversationId: string,
  key: string,
  how: 'regenerate' | 'continue' = 'regenerate',
  { mode: otherMode, length, model }: RetryOptions = {},
): Promise<void> {
  const { pendingRequests, retryMessageIds } = ctx.workspace.outgoing;
  const { threads, messages } = ctx.get();
  const thread = threads[conversationId];
  const old = messages[key];
  const index = thread?.messageIds.indexOf(key) ?? -1;
  if (!thread || !old || old.isUser || index === -1) return;
  if (thread.reply || pendingRequests.has(conversationId)) throw new AppError('reply-in-progress');

  // An attempt whose answer was lost may have been accepted: under the same id it is counted once.
  const retryKey = [how, old.id, otherMode, length, model].join(' ');
  const clientMessageId = retryMessageIds.get(retryKey) ?? ctx.newId();
  retryMessageIds.set(retryKey, clientMessageId);
  const isContinued = how === 'continue';
  const replyKey = ctx.newId();
  const mode = otherMode ?? old.mode ?? modeOf(ctx.get(), conversationId);
  const usageRevision = revision(ctx, USAGE);
  const timestamp = new Date(ctx.now()).toISOString();
  const empty = emptyReply(replyKey, { timestamp, mode });
  const reply = isContinued ? continuedReply(empty, old) : empty;
  putMessages(ctx, { [replyKey]: reply });
  patchThread(ctx, conversationId, { messageIds: [...thread.messageIds.slice(0, index), replyKey] });
  bumpRevision(ctx, conversationId);

  const rollback = (): void => {
    pendingRequests.delete(conversationId);
    detachReply(ctx, conversationId);
    // Older messages may have been loaded meanwhile: restore only the replaced ones.
    const messageIds = ctx.get().threads[conversationId]?.messageIds ?? [];
    const before = messageIds.slice(0, Math.max(0, messageIds.indexOf(replyKey)));
    patchThread(ctx, conversationId, { messageIds: [...before, ...thread.messageIds.slice(index)] });
    bumpRevision(ctx, conversationId);
  };
  const request: StreamRequest = {
    conversationId,
    ...(isContinued ? { continues: old.id } : { isRegeneration: true, originalMessageId: old.id }),
    selectedTool: mode,
    ...(length && { length }),
    ...(model && { model }),
    clientMessageId,
  };

  await new Promise<void>((resolve) => {
    pendingRequests.set(conversationId, () => {
      rollback();
      resolve();
    });
    // A version without an answer does not count as one, nor does one that is continued.
    const isVersion = hasAnswer(old) && !isContinued;
    const earlierVersionIds = (old.versionIds ?? [old.id]).filter((id) => id !== old.id || isVersion);
    const binding = bindReply(ctx, { conversationId, key: replyKey, earlierVersionIds, begun: reply.text });
    dismissNoticeOf(ctx, conversationId);
    const follower = followReply({
      ...binding,
      message: reply,
      request,
      onOutcome(outcome) {
        switch (outcome.type) {
          case 'accepted':
            pendingRequests.delete(conversationId);
            retryMessageIds.delete(retryKey);
            countMessage(ctx, usageRevision);
            adoptServerIds(
              ctx,
              conversationId,
              [{ key: replyKey, id: outcome.assistantMessageId }],
              outcome.generationId,
            );
            stopIfRequested(ctx, conversationId);
            break;
          case 'repeated':
            rollback();
            retryMessageIds.delete(retryKey);
            void ctx.reload(conversationId);
            break;
          case 'rejected':
            rollback();
            if (isServerRejection(outcome.error)) retryMessageIds.delete(retryKey);
            if (reportRejection(ctx, conversationId, outcome.error, 'retry-failed')) void ctx.reload(conversationId);
            break;
          default:
            outcome satisfies never;
        }
        resolve();
      },
    });
    attachFollower(ctx, conversationId, follower);
  });
}
