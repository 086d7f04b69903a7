import type { Conversation, ExportedConversation, Message } from '@parley/core';
import { cleanFileName } from '../../files/file-name.ts';

/** Characters that Windows does not allow in file names. */
export const UNPACKABLE = /[<>:"|?*]/g;
/**
 * Bytes of a title in a file name. With day, id and extension the name has less than 255, the limit of most systems.
 */
const TITLE_BYTES = 180;

/** A conversation as exports contain it. `branch` is the one that is shown. */
export function exportedConversation(
  conversation: Conversation,
  tree: { parentId: string | null; message: Message }[],
  branch: Pick<Message, 'id'>[],
): ExportedConversation {
  return {
    ...conversation,
    currentBranch: branch.map(({ id }) => id),
    messages: tree.map(({ parentId, message }) => ({ ...message, parentId })),
  };
}

/** Day, title and the start of the id, which keeps the names of two conversations apart. Without an extension. */
export function exportFileName({ id, title, updatedAt }: Pick<Conversation, 'id' | 'title' | 'updatedAt'>): string {
  const words = cleanFileName(
    title
      .replaceAll(UNPACKABLE, ' ')
      .replaceAll(/[/\\.\s]+/g, ' ')
      .trim(),
    'conversation',
  );
  return `${updatedAt.slice(0, 10)} ${cutToBytes(words)} ${id.slice(0, 13)}`;
}

function cutToBytes(words: string): string {
  let bytes = 0;
  let cut = '';
  for (const letter of words) {
    bytes += Buffer.byteLength(letter);
    if (bytes > TITLE_BYTES) break;
    cut += letter;
  }
  return cut.trimEnd();
}

export function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
