import type { Attachment, Message } from '@parley/core';
import type { ChatState } from '../chat-state.ts';

/** The address of the image that Image mode edits: the last one of the thread; null when it draws a new one. */
export function imageToEdit(
  { threads, messages, startsNewImage }: Pick<ChatState, 'threads' | 'messages' | 'startsNewImage'>,
  conversationId: string,
): string | null {
  if (startsNewImage[conversationId]) return null;
  for (const key of threads[conversationId]?.messageIds.toReversed() ?? []) {
    const picture = imageOf(messages[key]);
    if (picture !== undefined) return picture;
  }
  return null;
}

function imageOf(message: Message | undefined): string | undefined {
  const attached = message?.attachments?.findLast(({ kind }) => kind === 'image');
  return message?.imageUrl ?? (attached && addressOf(attached));
}

/** The server's address of a file, even while a local preview is shown. */
function addressOf({ id, url }: Attachment): string {
  return url.startsWith('blob:') ? `/api/files/${id}` : url;
}
