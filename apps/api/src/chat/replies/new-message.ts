import { createHash } from 'node:crypto';
import type { ModeId } from '@parley/core';
import type { InlineFiles } from '../../files/files.ts';

/** One message as a person sent it. */
export interface NewMessage {
  conversationId: string;
  /** Null where a plain API caller gave none. */
  clientMessageId: string | null;
  mode: ModeId;
  /** Trimmed; may be empty when something is attached, and is ignored when a reply is replaced. */
  text: string;
  /** The question or reply to replace, by the id that the client has for it; null for a message that continues. */
  replaces: { id: string | null } | null;
  /** Files that were uploaded before; null keeps those of the question that is replaced. */
  attachmentIds: string[] | null;
  /** Files that come in the request itself. */
  inline: InlineFiles;
  previousImageUrl: string | null;
  seed: { isUser: boolean; text: string }[];
}

/** Of everything that makes a message this message; the same client message id with another fingerprint is refused. */
export function fingerprintOf(message: NewMessage): string {
  const { conversationId, mode, text, replaces, attachmentIds, previousImageUrl, inline } = message;
  const hash = createHash('sha256').update(
    JSON.stringify([
      conversationId,
      mode,
      text,
      replaces && (replaces.id ?? 'last'),
      attachmentIds,
      previousImageUrl,
      inline.documentName ?? '',
    ]),
  );
  // Apart from the rest: they are large, and quoting them would copy them.
  for (const file of [inline.base64ImageDataUri, inline.documentContent]) hash.update('\0').update(file ?? '');
  return hash.digest('hex');
}
