import { createHash } from 'node:crypto';
import type { ModeId, ReplyLength } from '@parley/core';
import type { InlineFiles } from '../../../files/files.ts';

/** One message as the user sent it. */
export interface NewMessage {
  conversationId: string;
  /** Null when a plain API caller gave none. */
  clientMessageId: string | null;
  mode: ModeId;
  /** Trimmed; may be empty when something is attached, and is ignored when a reply is replaced. */
  text: string;
  /**
   * The question or reply to replace, by the id the client uses for it; null for a message that continues the
   * conversation.
   */
  replaces: { id: string | null } | null;
  /** Whether the new reply begins with the text of the reply that it replaces. */
  continues: boolean;
  /** How the reply should differ from a usual one; null for a usual one. */
  length: ReplyLength | null;
  /** The id of the model that should answer; null for the user's own choice. */
  model: string | null;
  /** Ids of uploaded files; null keeps those of the question being replaced. */
  attachmentIds: string[] | null;
  /** Files sent inline in the request. */
  inline: InlineFiles;
  previousImageUrl: string | null;
  /** The project for a new conversation. */
  projectId: string | null;
  seed: { isUser: boolean; text: string }[];
}

/**
 * Hash of everything that identifies this message. Reusing its client message id with another fingerprint is refused.
 */
export function fingerprintOf(message: NewMessage): string {
  const { conversationId, mode, text, replaces, continues, length, model, attachmentIds, previousImageUrl, inline } =
    message;
  const hash = createHash('sha256').update(
    JSON.stringify([
      conversationId,
      mode,
      text,
      replaces && (replaces.id ?? 'last'),
      attachmentIds,
      previousImageUrl,
      inline.documentName ?? '',
      ...(continues ? ['continues'] : []),
      ...(length === null ? [] : [length]),
      ...(model === null ? [] : [{ model }]),
    ]),
  );
  // Hashed separately: they are large, and quoting would copy them.
  for (const file of [inline.base64ImageDataUri, inline.documentContent]) hash.update('\0').update(file ?? '');
  return hash.digest('hex');
}
