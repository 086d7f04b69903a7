import type { Message, StreamRequest } from '@parley/core';
import {
  bumpRevision,
  CONVERSATION_LIST,
  dismissNoticeOf,
  putMessages,
  revision,
  type ChatContext,
} from '../chat-context.ts';
import { followReply, type RequestOutcome } from '../stream/follow-reply.ts';
import { adoptServerIds, attachFollower, bindReply, detachReply, emptyReply } from '../stream/read-reply.ts';
import { stopIfRequested } from '../stream/stop-reply.ts';
import { countMessage, USAGE } from '../usage/refresh-usage.ts';
import { handleRejection, keepUnconfirmed, markDelivered, restoreToComposer } from './send-outcome.ts';
import type { OutgoingMessage } from './queue/send-queue.ts';

/**
 * The outcome of sending a message. `withdrawn`: the session ended or its conversation was deleted before an answer.
 */
export type SendOutcome = RequestOutcome | { type: 'withdrawn' };

/** A message shown before the server has accepted it. */
export interface OptimisticUpdate {
  questionKey: string;
  replyKey: string;
  /** The empty reply. */
  reply: Message;
  /** Removes the message and its reply from the screen and restores the previous state. */
  rollback: () => void;
}

/**
 * Posts a message that is shown optimistically, and reads its reply. Resolves once the server has accepted or rejected
 * it. A `queued` message that was not accepted stays in the queue; text and attachments of any other return to the
 * composer.
 */
export function postMessage(ctx: ChatContext, message: OutgoingMessage, shown: OptimisticUpdate): Promise<SendOutcome> {
  const { conversationId } = message;
  const { outgoing, conversations } = ctx.workspace;
  const isQueued = message.status === 'queued';
  if (!isQueued) outgoing.queue.put(message);
  const usageRevision = revision(ctx, USAGE);
  const rollback = (): void => {
    outgoing.pendingRequests.delete(conversationId);
    detachReply(ctx, conversationId);
    shown.rollback();
    bumpRevision(ctx, conversationId, CONVERSATION_LIST);
  };

  return new Promise((resolve) => {
    outgoing.pendingRequests.set(conversationId, () => {
      rollback();
      if (!isQueued) keepUnconfirmed(ctx, message);
      else if (message.startsConversation) conversations.localOnlyIds.add(conversationId);
      resolve({ type: 'withdrawn' });
    });
    const binding = bindReply(ctx, {
      conversationId,
      key: shown.replyKey,
      ...(message.edits !== null && { onReverted: () => restoreToComposer(ctx, message) }),
    });
    dismissNoticeOf(ctx, conversationId);
    const follower = followReply({
      ...binding,
      message: shown.reply,
      request: toRequest(message),
      onOutcome(outcome) {
        switch (outcome.type) {
          case 'accepted':
            markDelivered(ctx, message);
            countMessage(ctx, usageRevision);
            adoptServerIds(
              ctx,
              conversationId,
              [
                { key: shown.questionKey, id: outcome.userMessageId },
                { key: shown.replyKey, id: outcome.assistantMessageId },
              ],
              outcome.generationId,
            );
            stopIfRequested(ctx, conversationId);
            break;
          case 'repeated':
            rollback();
            markDelivered(ctx, message);
            void ctx.reload(conversationId);
            break;
          case 'rejected':
            rollback();
            if (!isQueued) handleRejection(ctx, message, outcome.error);
            else if (message.startsConversation) conversations.localOnlyIds.add(conversationId);
            break;
          default:
            outcome satisfies never;
        }
        resolve(outcome);
      },
    });
    attachFollower(ctx, conversationId, follower);
  });
}

/** Resends a message interrupted by a reload, under its old id and hidden until the server answers. */
export function repostMessage(ctx: ChatContext, message: OutgoingMessage): Promise<void> {
  const { conversationId, mode } = message;
  const { pendingRequests } = ctx.workspace.outgoing;
  return new Promise((resolve) => {
    const finish = (): void => {
      pendingRequests.delete(conversationId);
      follower.close();
      resolve();
    };
    pendingRequests.set(conversationId, () => {
      finish();
      keepUnconfirmed(ctx, message);
    });
    const timestamp = new Date(ctx.now()).toISOString();
    const follower = followReply({
      api: ctx.api,
      message: emptyReply(ctx.newId(), { timestamp, mode }),
      request: toRequest(message),
      now: ctx.now,
      random: ctx.random,
      onOutcome(outcome) {
        finish();
        if (outcome.type === 'rejected') {
          handleRejection(ctx, message, outcome.error);
          return;
        }
        markDelivered(ctx, message);
        void ctx.reload(conversationId);
      },
      onTitle() {},
      onMessage() {},
      onConnection() {},
      onEnd() {},
    });
  });
}

/** Marks a message as the newest of these versions. */
export function addVersion(ctx: ChatContext, key: string, earlierIds: string[], id: string): void {
  const message = ctx.get().messages[key];
  if (message && earlierIds.length > 0) putMessages(ctx, { [key]: { ...message, versionIds: [...earlierIds, id] } });
}

function toRequest(message: OutgoingMessage): StreamRequest {
  const { conversationId, text, mode, clientMessageId, attachments, previousImageUrl, edits, projectId } = message;
  return {
    conversationId,
    text,
    selectedTool: mode,
    clientMessageId,
    ...(projectId !== undefined && { projectId }),
    ...(previousImageUrl !== null && { previousImageUrl }),
    // The server keeps the attachments of an edited message.
    ...(edits === null && attachments.length > 0 && { attachmentIds: attachments.map(({ id }) => id) }),
    ...(edits !== null && { isRegeneration: true, originalMessageId: edits }),
  };
}
