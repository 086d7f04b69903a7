import type { Attachment, Message } from '@parley/core';
import type { ChatState } from '../chat-state.ts';
import { modeOf } from './mode-of.ts';

/** Whether a message with these attachments edits the last image of its thread, if there is one. */
export function editsLastImage(
  chat: ChatState,
  conversationId: string,
  attachments: Pick<Attachment, 'kind'>[] | undefined = chat.attachments[conversationId],
): boolean {
  // An attached image is edited instead.
  const hasImage = attachments?.some(({ kind }) => kind === 'image');
  return modeOf(chat, conversationId) === 'image' && !hasImage && !chat.startsNewImage[conversationId];
}

/** The address of the last image of a thread, or null. */
export function lastImage(
  { threads, messages }: Pick<ChatState, 'threads' | 'messages'>,
  conversationId: string,
): string | null {
  return threads[conversationId]?.messageIds.map((key) => imageOf(messages[key])).findLast(Boolean) ?? null;
}

function imageOf(message: Message | undefined): string | undefined {
  const { id, url } = message?.attachments?.findLast(({ kind }) => kind === 'image') ?? {};
  // The server's address of a file, even while a local preview is shown.
  return message?.imageUrl ?? (url?.startsWith('blob:') ? `/api/files/${id}` : url);
}
