import { z } from 'zod';
import { AppError, DEFAULT_MODE, MAX_ATTACHMENTS, MAX_MESSAGE_LENGTH, MODES, type ModeId } from '@parley/core';
import { parseBody } from '../http/parse-body.ts';
import { MAX_PLAIN_BYTES } from './read-stream-body.ts';
import type { NewMessage } from './replies/new-message.ts';

const MODE_IDS = MODES.map((mode) => mode.id) as [ModeId, ...ModeId[]];
/** Turns that are read from a request for a conversation the server does not know. */
const MAX_TURNS = 10;
const MAX_NAME = 1_000;
const MAX_ADDRESS = 2_000;
const content = z.string().max(MAX_MESSAGE_LENGTH, `must have at most ${MAX_MESSAGE_LENGTH} characters`);

export const streamBody = z.strictObject({
  conversationId: z.uuid('must be a UUID'),
  text: content.optional(),
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content }))
    .max(MAX_TURNS, `must have at most ${MAX_TURNS} entries`)
    .optional(),
  selectedTool: z.enum(MODE_IDS, `must be one of ${MODE_IDS.join(', ')}`).default(DEFAULT_MODE),
  isRegeneration: z.boolean().default(false),
  originalMessageId: z.uuid('must be a UUID').nullish(),
  clientMessageId: z.uuid('must be a UUID').nullish(),
  /** Ignored: the bearer token says who it is. */
  userId: z.string().nullish(),
  attachmentIds: z
    .array(z.string().regex(/^[\w-]{1,64}$/, 'must be ids of files'))
    .max(MAX_ATTACHMENTS, `must have at most ${MAX_ATTACHMENTS} entries`)
    .nullish(),
  base64ImageDataUri: z.string().nullish(),
  documentName: z.string().max(MAX_NAME, `must have at most ${MAX_NAME} characters`).nullish(),
  documentContent: z.string().nullish(),
  previousImageUrl: z.string().max(MAX_ADDRESS, `must have at most ${MAX_ADDRESS} characters`).nullish(),
});

/**
 * Reads the body of POST /api/chat/stream, of `bytes` bytes: the spec's, or the API page's short
 * `{conversationId, text}`. The question is `text`, else the last user message; the turns before it count only where the
 * server knows no better.
 */
export function readStreamRequest(json: unknown, bytes: number, idempotencyKey: string | undefined): NewMessage {
  if (bytes > MAX_PLAIN_BYTES && !hasFiles(json)) throw new AppError('too-large');
  const request = parseBody(streamBody, json);
  const { attachmentIds, base64ImageDataUri, documentName, documentContent, previousImageUrl } = request;
  const clientMessageId = idempotencyKey ?? request.clientMessageId ?? null;
  if (clientMessageId !== null && !z.uuid().safeParse(clientMessageId).success) {
    throw new AppError('invalid-request', { message: 'Idempotency-Key: must be a UUID' });
  }
  const turns = request.messages ?? [];
  const lastQuestion = turns.findLastIndex((turn) => turn.role === 'user');
  const replaces = request.isRegeneration ? (request.originalMessageId ?? null) : null;
  if (request.isRegeneration && replaces === null) {
    throw new AppError('invalid-request', { message: 'originalMessageId: is needed to answer again' });
  }
  const earlier = request.text === undefined ? turns.slice(0, Math.max(0, lastQuestion)) : turns;
  return {
    conversationId: request.conversationId,
    clientMessageId,
    mode: request.selectedTool,
    text: (request.text ?? turns[lastQuestion]?.content ?? '').trim(),
    replaces,
    attachmentIds: attachmentIds ?? null,
    inline: { base64ImageDataUri, documentName, documentContent },
    previousImageUrl: previousImageUrl || null,
    seed: earlier.map((turn) => ({ isUser: turn.role === 'user', text: turn.content })),
  };
}

function hasFiles(json: unknown): boolean {
  const { base64ImageDataUri, documentContent } = (json ?? {}) as Record<string, unknown>;
  return Boolean(base64ImageDataUri) || Boolean(documentContent);
}
