import { DEFAULT_TITLE, newUserMessage, titleFromText, type Attachment } from '@parley/core';
import { removeSent } from '../attachments/draft-attachments.ts';
import {
  bumpRevision,
  CONVERSATION_LIST,
  moveByTime,
  patchThread,
  placeConversation,
  putMessages,
  removeConversation,
  setDraft,
  type ChatContext,
} from '../chat-context.ts';
import type { ConversationSummary } from '../chat-state.ts';
import { emptyReply } from '../stream/read-reply.ts';
import { editsLastImage, lastImage } from './last-image.ts';
import { postMessage, type OptimisticUpdate, type SendOutcome } from './post-message.ts';
import { hasSameContent, type OutgoingMessage } from './queue/send-queue.ts';
import { modeOf } from './mode-of.ts';

/**
 * Sends a message with the attachments that are ready; those that failed to upload stay in the composer. The message is
 * shown at once with an empty reply. It is in the send queue until the server has it. When the server rejects it, the
 * optimistic update is rolled back, and text and attachments return to the composer. Resolves with null if there was
 * nothing to send.
 */
export async function sendMessage(ctx: ChatContext, conversationId: string, text: string): Promise<SendOutcome | null> {
  const sendable = isBusy(ctx, conversationId) ? null : findSendable(ctx, conversationId, text);
  if (!sendable) return null;
  const message = newOutgoingMessage(ctx, conversationId, sendable);
  setDraft(ctx, conversationId, '');
  removeSent(ctx, conversationId, message.attachments);
  return postMessage(ctx, message, showOptimistically(ctx, message));
}

/** The text and attachments that can be sent now; null without any. */
export function findSendable(
  ctx: ChatContext,
  conversationId: string,
  untrimmed: string,
): Pick<OutgoingMessage, 'text' | 'attachments'> | null {
  const state = ctx.get();
  const thread = state.threads[conversationId];
  const text = untrimmed.trim();
  const drafts = state.attachments[conversationId] ?? [];
  const attachments = drafts.flatMap(({ attachment }) => attachment ?? []);
  const isUploading = drafts.some(({ status }) => status === 'uploading');
  const isEmpty = text === '' && attachments.length === 0;
  return isEmpty || isUploading || thread?.status !== 'ready' ? null : { text, attachments };
}

/** Whether a reply is running in a conversation, or a request for one is unanswered. */
export function isBusy(ctx: ChatContext, conversationId: string): boolean {
  const isPending = ctx.workspace.outgoing.pendingRequests.has(conversationId);
  return isPending || Boolean(ctx.get().threads[conversationId]?.reply);
}

/** Shows a message and an empty reply before the server has accepted it. */
export function showOptimistically(ctx: ChatContext, message: OutgoingMessage): OptimisticUpdate {
  const { conversationId, text, mode, attachments } = message;
  const { threads, conversations } = ctx.get();
  // From now on the server may know the conversation, even if its answer is lost.
  ctx.workspace.conversations.localOnlyIds.delete(conversationId);
  const questionKey = ctx.newId();
  const replyKey = ctx.newId();
  const question = newUserMessage(
    text,
    { id: questionKey, now: ctx.now(), mode },
    { attachments: attachments.map((file) => withPreview(ctx, file)), previousImageUrl: message.previousImageUrl },
  );
  const before = conversations.find(({ id }) => id === conversationId);
  const reply = emptyReply(replyKey, question);
  putMessages(ctx, { [questionKey]: question, [replyKey]: reply });
  patchThread(ctx, conversationId, {
    messageIds: [...(threads[conversationId]?.messageIds ?? []), questionKey, replyKey],
  });
  placeConversation(ctx, summaryAfter(ctx, message, question.timestamp));
  bumpRevision(ctx, conversationId, CONVERSATION_LIST);

  return {
    questionKey,
    replyKey,
    reply,
    rollback() {
      const messageIds = ctx.get().threads[conversationId]?.messageIds ?? [];
      patchThread(ctx, conversationId, {
        messageIds: messageIds.filter((key) => ![questionKey, replyKey].includes(key)),
      });
      if (before) moveByTime(ctx, conversationId, { updatedAt: before.updatedAt, lastText: before.lastText });
      else removeConversation(ctx, conversationId);
    },
  };
}

/** The list entry of a conversation after this message: sorted first even if the local clock is behind. */
export function summaryAfter(
  ctx: ChatContext,
  { conversationId, text, mode, attachments, projectId }: OutgoingMessage,
  timestamp: string,
): ConversationSummary {
  const { conversations } = ctx.get();
  const before = conversations.find(({ id }) => id === conversationId);
  const newest = conversations[0]?.updatedAt ?? '';
  const title = text === '' ? (attachments[0]?.name ?? DEFAULT_TITLE) : titleFromText(text);
  if (!before) ctx.workspace.conversations.provisionalTitles.set(conversationId, title);
  return {
    ...(before ?? {
      id: conversationId,
      title,
      webSearchEnabled: false,
      thinkingModeEnabled: mode === 'thinking',
      pinned: false,
      archived: false,
      unread: false,
      projectId,
    }),
    updatedAt: newest > timestamp ? newest : timestamp,
    lastText: text,
  };
}

/**
 * Makes a message of the current mode. A repeat of an unconfirmed message keeps its id, so that the server accepts it
 * once.
 */
export function newOutgoingMessage(
  ctx: ChatContext,
  conversationId: string,
  { text, attachments }: Pick<OutgoingMessage, 'text' | 'attachments'>,
): OutgoingMessage {
  const mode = modeOf(ctx.get(), conversationId);
  const { outgoing, conversations } = ctx.workspace;
  const editsImage = editsLastImage(ctx.get(), conversationId, attachments);
  const message: OutgoingMessage = {
    clientMessageId: ctx.newId(),
    conversationId,
    text,
    mode,
    attachments,
    editsImage,
    previousImageUrl: editsImage ? lastImage(ctx.get(), conversationId) : null,
    edits: null,
    after: lastMessageId(ctx, conversationId),
    sentAt: new Date(ctx.now()).toISOString(),
    startsConversation: conversations.localOnlyIds.has(conversationId),
    projectId: ctx.get().startsIn[conversationId],
    status: 'sending',
    waitsFor: 'connection',
    mayBeStored: false,
  };
  // A message that is being sent right now is another one, even with the same text.
  const isSending = outgoing.pendingRequests.has(conversationId);
  return isSending ? message : withUnconfirmedId(message, outgoing.queue.findUnconfirmed(conversationId, 'new'));
}

/** Gives the message the id of an unconfirmed one with the same content. */
export function withUnconfirmedId(message: OutgoingMessage, unconfirmed: OutgoingMessage | undefined): OutgoingMessage {
  if (!unconfirmed || !hasSameContent(unconfirmed, message)) return message;
  const { clientMessageId, after } = unconfirmed;
  return { ...message, clientMessageId, after, mayBeStored: true };
}

/** Server's id of the last message in a thread; null when the thread is empty. */
export function lastMessageId(ctx: ChatContext, conversationId: string): string | null {
  const { threads, messages } = ctx.get();
  const last = threads[conversationId]?.messageIds.at(-1);
  return last === undefined ? null : (messages[last]?.id ?? null);
}

/** Shows the local image instead of downloading it again. */
function withPreview({ workspace }: ChatContext, file: Attachment): Attachment {
  return { ...file, url: workspace.uploads.previews.get(file.id) ?? file.url };
}
