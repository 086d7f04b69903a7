import type { Message, StreamRequest } from '@parley/core';
import { TransportError } from '../../../api/api-client.ts';
import { putMessages, revision, type ChatContext } from '../chat-context.ts';
import { followReply } from '../stream/follow-reply.ts';
import type { OutboxEntry } from './outbox.ts';
import { countMessage, USAGE } from '../usage/refresh-usage.ts';
import { adoptServerIds, readReply } from '../stream/reply-stream-binding.ts';
import { markDelivered, keepUnconfirmed, outboxOf, handleRejection } from './send-outcome.ts';
import { stopIfRequested } from '../stream/stop-reply.ts';

export interface Asked {
  questionKey: string;
  replyKey: string;
  /** Takes question and reply off the screen again, and shows what they stood in for. */
  takeBack: () => void;
  onAccepted?: (userMessageId: string) => void;
  /** After `takeBack`. */
  onRefused?: (error: unknown) => void;
  /** Called instead of all else that becomes of a question which the server has not taken: it is kept elsewhere. */
  onKept?: (error: unknown) => void;
  /** The server gave the place back to what the question stood in for. */
  onUndone?: () => void;
}

/** Sends a question that is on screen, and reads its reply. Resolves once the server has it or has refused it. */
export function postMessage(ctx: ChatContext, entry: OutboxEntry, asked: Asked): Promise<void> {
  const { workspace } = ctx;
  const { conversationId } = entry;
  if (!asked.onKept) outboxOf(ctx, entry).put(entry);
  const counted = revision(ctx, USAGE);
  return new Promise<void>((resolve) => {
    workspace.pendingRequests.set(conversationId, () => {
      asked.takeBack();
      if (asked.onKept) asked.onKept(new TransportError());
      else keepUnconfirmed(ctx, entry);
      resolve();
    });
    readReply(ctx, conversationId, asked.replyKey, {
      open: (handlers) => ctx.api.streamChat(toRequest(entry), handlers),
      onAccepted: ({ userMessageId, assistantMessageId, generationId }) => {
        markDelivered(ctx, entry);
        countMessage(ctx, counted);
        const adopted = [
          { key: asked.questionKey, id: userMessageId },
          { key: asked.replyKey, id: assistantMessageId },
        ];
        adoptServerIds(ctx, conversationId, adopted, generationId);
        asked.onAccepted?.(userMessageId);
        stopIfRequested(ctx, conversationId);
        resolve();
      },
      onRepeat: () => {
        asked.takeBack();
        markDelivered(ctx, entry);
        void ctx.reload(conversationId);
        resolve();
      },
      onRefused: (error) => {
        asked.takeBack();
        if (asked.onKept) asked.onKept(error);
        else {
          asked.onRefused?.(error);
          handleRejection(ctx, entry, error);
        }
        resolve();
      },
      ...(asked.onUndone && { onUndone: asked.onUndone }),
    });
  });
}

/** Sends again what a reload found on its way: once, under its old id, and without a word until the server answers. */
export function resend(ctx: ChatContext, entry: OutboxEntry): Promise<void> {
  const { workspace } = ctx;
  return new Promise((resolve) => {
    const finish = (): void => {
      workspace.pendingRequests.delete(entry.conversationId);
      follower.close();
      resolve();
    };
    const has = (): void => {
      finish();
      markDelivered(ctx, entry);
      void ctx.reload(entry.conversationId);
    };
    workspace.pendingRequests.set(entry.conversationId, () => {
      finish();
      keepUnconfirmed(ctx, entry);
    });
    const timestamp = new Date(ctx.now()).toISOString();
    const follower = followReply({
      message: emptyReply(ctx.newId(), { timestamp, mode: entry.mode }),
      open: (handlers) => ctx.api.streamChat(toRequest(entry), handlers),
      attach: (...request) => ctx.api.attach(...request),
      now: ctx.now,
      random: ctx.random,
      onAccepted: has,
      onRepeat: has,
      onRefused: (error) => {
        finish();
        handleRejection(ctx, entry, error);
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

/** Says that a message stands beside these earlier versions of it. */
export function addVersion(ctx: ChatContext, key: string, earlier: string[], id: string): void {
  const message = ctx.get().messages[key];
  if (message && earlier.length > 0) putMessages(ctx, { [key]: { ...message, versionIds: [...earlier, id] } });
}

function toRequest(entry: OutboxEntry): StreamRequest {
  const { conversationId, text, mode, clientMessageId, attachments, previousImageUrl, edits } = entry;
  return {
    conversationId,
    text,
    selectedTool: mode,
    clientMessageId,
    ...(previousImageUrl !== null && { previousImageUrl }),
    // An edited question keeps the attachments it had.
    ...(edits === null && attachments.length > 0 && { attachmentIds: attachments.map(({ id }) => id) }),
    ...(edits !== null && { isRegeneration: true, originalMessageId: edits }),
  };
}
