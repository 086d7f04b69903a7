import { z } from 'zod';
import { AppError, t } from '@parley/core';
import { MAX_TURNS, StreamRequest } from '@parley/core/api';
import { parseBody } from '../http/requests/parse-body.ts';
import { MAX_PLAIN_BYTES } from './read-stream-body.ts';
import type { NewMessage } from './replies/accept/new-message.ts';

/**
 * Parses the body of POST /api/chat/stream, `bytes` bytes long: the spec's format or the API page's short
 * `{conversationId, text}`. The question is `text`, else the last user message; earlier turns count only for a
 * conversation that the server does not know. Throws `invalid-request`, or `too-large` when the text alone exceeds the
 * limit for requests without files. Pictures and documents have their own limits.
 */
export function readStreamRequest(json: unknown, bytes: number, idempotencyKey: string | undefined): NewMessage {
  if (bytes > MAX_PLAIN_BYTES && !hasFiles(json)) throw new AppError('too-large');
  const request = parseBody(StreamRequest, json);
  const { attachmentIds, base64ImageDataUri, documentName, documentContent, previousImageUrl } = request;
  const clientMessageId = idempotencyKey ?? request.clientMessageId ?? null;
  if (clientMessageId !== null && !z.uuid().safeParse(clientMessageId).success) {
    throw new AppError('invalid-request', { message: t`The header "Idempotency-Key" must be a UUID.` });
  }
  const turns = request.messages ?? [];
  if (turns.length > MAX_TURNS) {
    throw new AppError('invalid-request', { message: t`Send at most ${MAX_TURNS} messages.` });
  }
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
    replaces: replacedBy(request),
    continues: Boolean(request.continues),
    length: request.length ?? null,
    model: request.model ?? null,
    attachmentIds: attachmentIds ?? null,
    inline: { base64ImageDataUri, documentName, documentContent },
    previousImageUrl: previousImageUrl || null,
    projectId: request.projectId ?? null,
    seed: earlier.map((turn) => ({ isUser: turn.role === 'user', text: turn.content })),
  };
}

function replacedBy({ continues, isRegeneration, originalMessageId }: z.output<typeof StreamRequest>) {
  if (continues) return { id: continues };
  return isRegeneration ? { id: originalMessageId ?? null } : null;
}

function hasFiles(json: unknown): boolean {
  const { base64ImageDataUri, documentContent } = (json ?? {}) as Record<string, unknown>;
  return Boolean(base64ImageDataUri) || Boolean(documentContent);
}

function textBytes(texts: string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
