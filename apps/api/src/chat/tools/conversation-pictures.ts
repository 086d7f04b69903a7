import type { Message } from '@parley/core';
import { fileIdOf } from '../../files/file-url.ts';

/** The ids of a conversation's pictures, attached and drawn, newest first. */
export function conversationPictures(messages: readonly Message[]): string[] {
  return messages.toReversed().flatMap(({ attachments = [], imageUrl }) => {
    const attached = attachments.filter(({ kind }) => kind === 'image').map(({ id }) => id);
    const drawn = imageUrl === undefined ? null : fileIdOf(imageUrl);
    return drawn === null ? attached.toReversed() : [drawn, ...attached.toReversed()];
  });
}
