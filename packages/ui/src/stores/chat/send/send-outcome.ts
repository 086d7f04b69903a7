import { AppError } from '@parley/core';
import { notify, setDraft, type ChatContext } from '../chat-context.ts';
import { putBackAttachments, removeSent } from '../attachments/draft-attachments.ts';
import { prependToDraft } from './drafts.ts';
import { setStartsNewImage } from './new-image-flag.ts';
import { setEditing } from '../edit/editing.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';
import { problemText } from '../../problem-text.ts';
import { parseUsage } from '../usage/read-usage.ts';
import { refreshCapabilities } from '../refresh-capabilities.ts';

export function outboxOf({ workspace }: ChatContext, { edits }: Pick<OutboxEntry, 'edits'>): Outbox {
  return edits === null ? workspace.outbox : workspace.edits;
}

/** The server has the question: nothing of it is left to be sent. */
export function markDelivered(ctx: ChatContext, entry: OutboxEntry): void {
  const { conversationId, text } = entry;
  ctx.workspace.pendingRequests.delete(conversationId);
  ctx.workspace.localOnlyIds.delete(conversationId);
  ctx.workspace.knownToServer.add(conversationId);
  outboxOf(ctx, entry).remove(conversationId);
  if (entry.edits === null) {
    if (ctx.get().drafts[conversationId] === text) setDraft(ctx, conversationId, '');
    removeSent(ctx, conversationId, entry.attachments);
    if (entry.mode === 'image') setStartsNewImage(ctx, conversationId, false);
    return;
  }
  const { editing } = ctx.get();
  if (editing?.conversationId === conversationId && editing.text.trim() === text) setEditing(ctx, null);
}

/** Puts text and files back where they were written, and keeps their id for the case that the server has them all the same. */
export function keepUnconfirmed(ctx: ChatContext, entry: OutboxEntry): void {
  restoreToComposer(ctx, entry);
  outboxOf(ctx, entry).put({ ...entry, status: 'unsure' });
}

export function restoreToComposer(
  ctx: ChatContext,
  { conversationId, text, edits, attachments }: Pick<OutboxEntry, 'conversationId' | 'text' | 'edits' | 'attachments'>,
): void {
  const { editing, drafts } = ctx.get();
  if (edits !== null && editing === null) {
    setEditing(ctx, { conversationId, messageId: ctx.workspace.keyByServerId.get(edits) ?? edits, text });
    return;
  }
  // Where another question is being edited by now, the box takes the text.
  setDraft(ctx, conversationId, prependToDraft(text, drafts[conversationId] ?? ''));
  if (edits === null) putBackAttachments(ctx, conversationId, attachments);
}

/** The server did not take the question, or nobody knows whether it did. */
export function handleRejection(ctx: ChatContext, entry: OutboxEntry, error: unknown): void {
  keepUnconfirmed(ctx, entry);
  const isOther = error instanceof AppError && error.code === 'idempotency-mismatch';
  if (isOther || (isServerRejection(error) && !entry.wasLost)) outboxOf(ctx, entry).remove(entry.conversationId);
  const isGone = reportRejection(
    ctx,
    entry.conversationId,
    error,
    entry.edits === null ? 'send-failed' : 'edit-failed',
  );
  if (!isGone) return;
  ctx.workspace.localOnlyIds.delete(entry.conversationId);
  ctx.workspace.knownToServer.add(entry.conversationId);
  void ctx.reload(entry.conversationId);
}

/**
 * Says why a request was refused, and takes over what came along. True where the thread here is outdated: a reply is in
 * the way, which is to be followed, or the conversation is gone, which is to be shown.
 */
export function reportRejection(
  ctx: ChatContext,
  conversationId: string,
  error: unknown,
  kind: 'send-failed' | 'edit-failed' | 'retry-failed',
): boolean {
  const code = error instanceof AppError ? error.code : null;
  if (error instanceof AppError && code === 'usage-limit-reached') {
    const usage = parseUsage(error.details);
    if (usage) ctx.set({ usage });
  }
  if (code === 'unavailable') void refreshCapabilities(ctx);
  notify(ctx, code === 'usage-limit-reached' ? 'limit' : kind, conversationId, problemText(error));
  return code === 'reply-in-progress' || code === 'not-found';
}

/** Whether the server has said that it did not take the request; after anything else it may have it. */
export function isServerRejection(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}
