import { setDraft, type ChatContext } from '../chat-context.ts';
import type { Editing } from '../chat-state.ts';
import { prependToDraft } from '../send/drafts.ts';
import { readStored, writeStored } from '../../storage/stored-json.ts';

/**
 * Opens a message for editing; without a key the user's last one in the conversation, unless another edit is unsaved.
 * With a key the text of an unsaved edit moves to the composer of its conversation.
 */
export function beginEdit(ctx: ChatContext, conversationId: string, key?: string): void {
  const { messages, threads, editing, drafts } = ctx.get();
  const messageId = key ?? threads[conversationId]?.messageIds.findLast((id) => messages[id]?.isUser);
  const question = messageId === undefined ? undefined : messages[messageId];
  if (messageId === undefined || !question?.isUser) return;
  if (editing?.messageId === messageId) return setEditing(ctx, { ...editing });
  const text = editing?.text.trim();
  if (editing && text && text !== messages[editing.messageId]?.text.trim()) {
    if (!key) return;
    setDraft(ctx, editing.conversationId, prependToDraft(text, drafts[editing.conversationId] ?? ''));
  }
  setEditing(ctx, { conversationId, messageId, text: question.text });
}

export function setEditText(ctx: ChatContext, text: string): void {
  const { editing } = ctx.get();
  if (editing) setEditing(ctx, { ...editing, text });
}

/** Sets the message that is being edited, and stores it under the server's id of the message for a reload. */
export function setEditing(ctx: ChatContext, editing: Editing | null): void {
  ctx.set({ editing });
  const messageId = editing && (ctx.get().messages[editing.messageId]?.id ?? editing.messageId);
  writeStored(ctx.storage, ctx.workspace.storageKeys.editing, editing ? { ...editing, messageId } : {});
}

/** Reads the edit of an earlier visit. */
export function readEditing({ storage, workspace }: ChatContext): Editing | null {
  const { conversationId, messageId, text } = readStored(storage, workspace.storageKeys.editing);
  const isWhole = typeof conversationId === 'string' && typeof messageId === 'string' && typeof text === 'string';
  return isWhole ? { conversationId, messageId, text } : null;
}
