import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError, MAX_ATTACHMENTS, t, type Attachment, type ModeId, type ReplyLength } from '@parley/core';
import { StreamRequest } from '@parley/core/api';
import { parseBody } from '../../http/requests/parse-body.ts';
import { MAX_PLAIN_BYTES } from '../read-stream-body.ts';

const INLINE_FILES = t`A temporary chat takes files as uploads.`;
const NO_PICTURES = t`A temporary chat can’t draw images.`;
const NO_QUESTION = t`A temporary chat must end with a question.`;

export interface TemporaryTurn {
  isUser: boolean;
  text: string;
  attachmentIds: string[];
}

/** A message of a temporary chat, with the whole chat before it. */
export interface TemporaryMessage {
  /** Null when a plain API caller gave none. */
  clientMessageId: string | null;
  mode: Exclude<ModeId, 'image'>;
  length: ReplyLength | null;
  /** The id of the model that should answer; null for the user's own choice. */
  model: string | null;
  /** Oldest first; the last one is the question. */
  turns: TemporaryTurn[];
  /** Hash of everything that identifies this message. */
  fingerprint: string;
  /** Set when a program asks through /v1, which wants no reply in its user's style. */
  program?: {
    instructions: string;
    /** The images of its messages, by id. */
    pictures: ReadonlyMap<string, TemporaryPicture>;
    maxOutputTokens: number | null;
    /** Whether the program gets the reply only as a whole, and so nothing of a reply that fails. */
    isWhole: boolean;
  };
}

/** An image that is stored nowhere. */
export interface TemporaryPicture {
  attachment: Attachment;
  bytes: Uint8Array;
}

/** Whether the body of POST /api/chat/stream asks to store nothing. */
export function isTemporary(json: unknown): boolean {
  return (json as { temporary?: unknown } | null)?.temporary === true;
}

/** Parses such a body. Throws `invalid-request`, or `too-large`. */
export function readTemporaryRequest(json: unknown, idempotencyKey: string | undefined): TemporaryMessage {
  const request = parseBody(StreamRequest, json);
  const { attachmentIds, base64ImageDataUri, documentName, documentContent, previousImageUrl } = request;
  if (base64ImageDataUri || documentName || documentContent) refuse(INLINE_FILES);
  const { selectedTool: mode, length = null, model = null, text } = request;
  if (mode === 'image' || previousImageUrl) refuse(NO_PICTURES);
  const clientMessageId = idempotencyKey ?? request.clientMessageId ?? null;
  if (clientMessageId !== null && !z.uuid().safeParse(clientMessageId).success) {
    refuse('The header "Idempotency-Key" must be a UUID.');
  }
  const turns: TemporaryTurn[] = (request.messages ?? []).map(({ role, content, attachmentIds: ids = [] }) => ({
    isUser: role === 'user',
    text: content,
    attachmentIds: ids,
  }));
  if (text !== undefined) turns.push({ isUser: true, text, attachmentIds: [] });
  const question = turns.at(-1);
  question?.attachmentIds.push(...(attachmentIds ?? []));
  if (!question?.isUser || (question.text.trim() === '' && question.attachmentIds.length === 0)) refuse(NO_QUESTION);
  if (question.attachmentIds.length > MAX_ATTACHMENTS) refuse(t`You can attach up to ${MAX_ATTACHMENTS} files.`);
  if (turns.reduce((sum, turn) => sum + Buffer.byteLength(turn.text), 0) > MAX_PLAIN_BYTES) {
    throw new AppError('too-large');
  }
  const identity = JSON.stringify([mode, length, turns, ...(model === null ? [] : [model])]);
  const fingerprint = createHash('sha256').update(identity).digest('hex');
  return { clientMessageId, mode, length, model, turns, fingerprint };
}

function refuse(sentence: string): never {
  throw new AppError('invalid-request', { message: sentence });
}
