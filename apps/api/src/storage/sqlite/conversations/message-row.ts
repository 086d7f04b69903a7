import type { ErrorCode, Message, MessageStatus, ModeId } from '@parley/core';
import { countsAsVersion, deriveMessage, splitExtras, type Extras } from '../../conversations/stored-message.ts';

/** Columns derived from the message itself. */
export type MessageColumns = {
  id: string;
  role: 'user' | 'assistant';
  mode: ModeId | null;
  status: MessageStatus;
  errorCode: ErrorCode | null;
  error: string | null;
  createdAt: number;
  generationId: string | null;
  seq: number | null;
  isReasoningStreaming: number | null;
  reasoning: string | null;
  text: string;
  extras: string | null;
};

/** All stored columns. `counts`: whether the message is a version even off the branch. */
export type StoredMessageColumns = MessageColumns & { counts: number };

/** Columns of the table `messages` for `toMessage`. */
export const MESSAGE_COLUMNS = `
  messages.id, messages.role, messages.mode, messages.status, messages.error_code AS errorCode, messages.error,
  messages.created_at AS createdAt, messages.generation_id AS generationId, messages.seq,
  messages.is_reasoning_streaming AS isReasoningStreaming, messages.reasoning, messages.text,
  messages.extras`;

/** Converts a message to its stored columns. */
export function toColumns(message: Message): StoredMessageColumns {
  return {
    id: message.id,
    role: message.isUser ? 'user' : 'assistant',
    mode: message.mode ?? null,
    status: message.status,
    errorCode: message.errorCode ?? null,
    error: message.error ?? null,
    createdAt: Date.parse(message.timestamp),
    generationId: message.generationId ?? null,
    seq: message.seq ?? null,
    isReasoningStreaming: message.isReasoningStreaming === undefined ? null : Number(message.isReasoningStreaming),
    reasoning: message.reasoningContent ?? null,
    text: message.text,
    extras: writeExtras(message),
    counts: Number(countsAsVersion(message)),
  };
}

function writeExtras(message: Message): string | null {
  const { extras } = splitExtras(message);
  const json = JSON.stringify(extras, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
  return json === '{}' ? null : json;
}

export function readExtras(extras: string | null): Extras {
  return extras === null ? {} : JSON.parse(extras);
}

export function toMessage(row: MessageColumns): Message {
  const stored: Message = {
    ...readExtras(row.extras),
    id: row.id,
    text: row.text,
    isUser: row.role === 'user',
    timestamp: new Date(row.createdAt).toISOString(),
    status: row.status,
    ...(row.mode !== null && { mode: row.mode }),
    ...(row.reasoning !== null && { reasoningContent: row.reasoning }),
    ...(row.generationId !== null && { generationId: row.generationId }),
    ...(row.seq !== null && { seq: row.seq }),
    ...(row.isReasoningStreaming !== null && { isReasoningStreaming: row.isReasoningStreaming === 1 }),
  };
  return deriveMessage(stored, { code: row.errorCode, sentence: row.error });
}
