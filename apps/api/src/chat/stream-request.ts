import { z } from 'zod';
import { AppError, DEFAULT_MODE, MAX_MESSAGE_LENGTH, MODES, type ModeId } from '@parley/core';
import { parseBody } from '../http/parse-body.ts';
import type { NewMessage } from './replies/replies.ts';

const MODE_IDS = MODES.map((mode) => mode.id) as [ModeId, ...ModeId[]];
/** Turns that are read from a request for a conversation the server does not know. */
const MAX_TURNS = 10;

const content = z.string().max(MAX_MESSAGE_LENGTH, `must have at most ${MAX_MESSAGE_LENGTH} characters`);
const nothing = z.union([z.null(), z.literal('')], 'attachments are not taken by this server').optional();

const body = z.strictObject({
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
  base64ImageDataUri: nothing,
  previousImageUrl: nothing,
  documentName: nothing,
  documentContent: nothing,
});

/**
 * Reads the body of POST /api/chat/stream: the spec's, or the API page's short `{conversationId, text}`. The question is
 * `text`, else the last user message; the turns before it count only where the server knows no better.
 */
export function readStreamRequest(json: unknown, idempotencyKey: string | undefined): NewMessage {
  const request = parseBody(body, json);
  const clientMessageId = idempotencyKey ?? request.clientMessageId ?? null;
  if (clientMessageId !== null && !z.uuid().safeParse(clientMessageId).success) {
    throw new AppError('invalid-request', { message: 'Idempotency-Key: must be a UUID' });
  }
  const turns = request.messages ?? [];
  const lastQuestion = turns.findLastIndex((turn) => turn.role === 'user');
  const text = (request.text ?? turns[lastQuestion]?.content ?? '').trim();
  const replaces = request.isRegeneration ? (request.originalMessageId ?? null) : null;
  if (request.isRegeneration && replaces === null) {
    throw new AppError('invalid-request', { message: 'originalMessageId: is needed to answer again' });
  }
  if (text === '' && replaces === null) {
    throw new AppError('invalid-request', { message: 'A message needs some text.' });
  }
  const earlier = request.text === undefined ? turns.slice(0, Math.max(0, lastQuestion)) : turns;
  return {
    conversationId: request.conversationId,
    clientMessageId,
    mode: request.selectedTool,
    text,
    replaces,
    seed: earlier.map((turn) => ({ isUser: turn.role === 'user', text: turn.content })),
  };
}
