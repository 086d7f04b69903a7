import { z } from 'zod';
import { AppError, DEFAULT_MODE, MAX_ATTACHMENTS, MAX_MESSAGE_LENGTH, MODES, type ModeId } from '@parley/core';
import { parseBody } from '../http/parse-body.ts';
import { MAX_PLAIN_BYTES } from './read-stream-body.ts';
import type { NewMessage } from './replies/new-message.ts';

const MODE_IDS = MODES.map((mode) => mode.id) as [ModeId, ...ModeId[]];
/** Most turns read from a request for a conversation that the server does not know. */
const MAX_TURNS = 10;
const MAX_NAME = 1_000;
const MAX_ADDRESS = 2_000;
/** Longest id that a client may generate, in characters. */
const MAX_CLIENT_ID = 200;
const content = z.string().max(MAX_MESSAGE_LENGTH);

export const streamBody = z.object({
  conversationId: z.uuid(),
  text: content.optional(),
  messages: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content }))
    .max(MAX_TURNS)
    .optional(),
  selectedTool: z.enum(MODE_IDS).default(DEFAULT_MODE),
  isRegeneration: z.boolean().default(false),
  originalMessageId: z
    .string()
    .max(MAX_CLIENT_ID)
    .nullish()
    .describe('The question or reply to replace; one that the server does not know means the last one.'),
  clientMessageId: z.uuid().nullish(),
  userId: z.unknown().optional().describe('Ignored: the bearer token identifies the user.'),
  attachmentIds: z
    .array(z.string().regex(/^[\w-]{1,64}$/, 'must be the id of a file'))
    .max(MAX_ATTACHMENTS)
    .nullish(),
  base64ImageDataUri: z.string().nullish(),
  documentName: z.string().max(MAX_NAME).nullish(),
  documentContent: z.string().nullish(),
  previousImageUrl: z.string().max(MAX_ADDRESS).nullish(),
});

/**
 * Parses the body of POST /api/chat/stream, `bytes` bytes long: the spec's format or the API page's short
 * `{conversationId, text}`. The question is `text`, else the last user message; earlier turns count only for a
 * conversation that the server does not know. Throws `invalid-request`, or `too-large` when the text alone exceeds the
 * limit for requests without files. Pictures and documents have their own limits.
 */
export function readStreamRequest(json: unknown, bytes: number, idempotencyKey: string | undefined): NewMessage {
  if (bytes > MAX_PLAIN_BYTES && !hasFiles(json)) throw new AppError('too-large');
  const request = parseBody(streamBody, json);
  const { attachmentIds, base64ImageDataUri, documentName, documentContent, previousImageUrl } = request;
  const clientMessageId = idempotencyKey ?? request.clientMessageId ?? null;
  if (clientMessageId !== null && !z.uuid().safeParse(clientMessageId).success) {
    throw new AppError('invalid-request', { message: 'The header "Idempotency-Key" must be a UUID.' });
  }
  const turns = request.messages ?? [];
  if (textBytes([request.text ?? '', ...turns.map((turn) => turn.content)]) > MAX_PLAIN_BYTES) {
    throw new AppError('too-large');
  }
  const lastQuestion = turns.findLastIndex((turn) => turn.role === 'user');
  const earlier = request.text === undefined ? turns.slice(0, Math.max(0, lastQuestion)) : turns;
  return {
    conversationId: request.conversationId,
    clientMessageId,
    mode: request.selectedTool,
    text: (request.text ?? turns[lastQuestion]?.content ?? '').trim(),
    replaces: request.isRegeneration ? { id: request.originalMessageId ?? null } : null,
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

function textBytes(texts: string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
