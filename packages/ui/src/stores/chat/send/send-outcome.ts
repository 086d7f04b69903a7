import { AppError } from '@parley/core';
import { problemText } from '../../problem-text.ts';
import { restoreAttachments, removeSent } from '../attachments/draft-attachments.ts';
import { markKnown, notify, setDraft, type ChatContext } from '../chat-context.ts';
import { setEditing } from '../edit/editing.ts';
import { refreshCapabilities } from '../refresh-capabilities.ts';
import { parseUsage } from '../usage/read-usage.ts';
import { prependToDraft } from './drafts.ts';
import { setStartsNewImage } from './new-image-flag.ts';
import { holdQueue } from './queue/queue-pause.ts';
import type { OutgoingMessage } from './queue/send-queue.ts';

/** Removes a delivered message from the send queue and, if it is still there, from the composer. */
export function markDelivered(ctx: ChatContext, message: OutgoingMessage): void {
  const { conversationId, text } = message;
  const { outgoing } = ctx.workspace;
  outgoing.pendingRequests.delete(conversationId);
  markKnown(ctx, conversationId);
  outgoing.queue.remove(message);
  if (message.edits === null) {
    if (ctx.get().drafts[conversationId] === text) setDraft(ctx, conversationId, '');
    removeSent(ctx, conversationId, message.attachments);
    if (message.mode === 'image') setStartsNewImage(ctx, conversationId, false);
    return;
  }
  const { editing } = ctx.get();
  if (editing?.conversationId === conversationId && editing.text.trim() === text) setEditing(ctx, null);
}

/** Restores a message to the composer and keeps its id in case the server has it after all. */
export function keepUnconfirmed(ctx: ChatContext, message: OutgoingMessage): void {
  restoreToComposer(ctx, message);
  ctx.workspace.outgoing.queue.put({ ...message, status: 'failed' });
}

/** Restores a message's text and attachments to the composer or the editor, above newer text. */
export function restoreToComposer(ctx: ChatContext, message: OutgoingMessage): void {
  const { conversationId, text, edits, attachments } = message;
  const { editing, drafts } = ctx.get();
  if (edits !== null && editing === null) {
    const messageId = ctx.workspace.threads.keyByServerId.get(edits) ?? edits;
    setEditing(ctx, { conversationId, messageId, text });
    return;
  }
  // The editor is used by another message, so the text goes to the composer.
  setDraft(ctx, conversationId, prependToDraft(text, drafts[conversationId] ?? ''));
  if (edits === null) restoreAttachments(ctx, conversationId, attachments);
}

/** Handles a message that the server rejected, or whose answer was lost. Call after the rollback. */
export function handleRejection(ctx: ChatContext, message: OutgoingMessage, error: unknown): void {
  const { conversationId } = message;
  const { outgoing, conversations } = ctx.workspace;
  keepUnconfirmed(ctx, message);
  // The queued messages were written on the assumption that this one was sent.
  holdQueue(ctx, conversationId);
  const isRejected = isServerRejection(error);
  const isMismatch = error instanceof AppError && error.code === 'idempotency-mismatch';
  const isUnknownToServer = isRejected && !message.mayBeStored;
  if (isMismatch || isUnknownToServer) outgoing.queue.remove(message);
  if (isUnknownToServer && message.startsConversation) conversations.localOnlyIds.add(conversationId);
  const isOutdated = reportRejection(
    ctx,
    conversationId,
    error,
    message.edits === null ? 'send-failed' : 'edit-failed',
  );
  if (!isOutdated) return;
  markKnown(ctx, conversationId);
  void ctx.reload(conversationId);
}

/**
 * Shows why a request was rejected and applies the error's details. Returns whether the local thread is stale:
 * another reply is running in it, or the conversation was deleted.
 */
export function reportRejection(
  ctx: ChatContext,
  conversationId: string,
  error: unknown,
  kind: 'send-failed' | 'edit-failed' | 'retry-failed',
): boolean {
  // Any other error has neither.
  const { code, details = {} } = error as Partial<AppError>;
  if (code === 'usage-limit-reached') {
    const usage = parseUsage(details);
    if (usage) ctx.set({ usage });
  }
  if (code === 'unavailable') void refreshCapabilities(ctx);
  notify(ctx, code === 'usage-limit-reached' ? 'limit' : kind, conversationId, problemText(error));
  // A missing file says nothing about the conversation.
  return code === 'reply-in-progress' || (code === 'not-found' && !details.missingFileIds);
}

/** Whether the server rejected the request. After any other error it may have accepted it. */
export function isServerRejection(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}
