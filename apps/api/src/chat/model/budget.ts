import type { ModelRequest } from './model.ts';

const CHARS_PER_TOKEN = 3;
/** Tokens kept free for what a server adds by itself. */
const RESERVE = 1000;
const MAX_HISTORY = 10;

type Messages = ModelRequest['messages'];

/**
 * The request cut to what the model's context holds: instructions, then the question, then the newest of what came
 * before it, at most ten messages and never a reply first. A question that alone is too long is cut, and says so.
 */
export function fitRequest(request: ModelRequest, contextTokens: number): ModelRequest {
  const maxOutputTokens = Math.min(request.maxOutputTokens, Math.floor(contextTokens / 2));
  const question = request.messages.at(-1);
  if (!question) return { ...request, maxOutputTokens };
  const forMessages = contextTokens - maxOutputTokens - RESERVE - estimateTokens(request.instructions);
  let room = Math.max(forMessages, 0);
  const kept: Messages = [{ role: question.role, content: cut(question.content, room * CHARS_PER_TOKEN) }];
  room -= estimateTokens(question.content);
  for (const message of request.messages.slice(-1 - MAX_HISTORY, -1).toReversed()) {
    room -= estimateTokens(message.content);
    if (room < 0) break;
    kept.unshift(message);
  }
  return { ...request, maxOutputTokens, messages: withQuestionFirst(kept) };
}

/** The request with no more than the last two messages, for a model whose context was smaller than we thought. */
export function shortest(request: ModelRequest): ModelRequest {
  return { ...request, messages: withQuestionFirst(request.messages.slice(-2)) };
}

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

function withQuestionFirst(messages: Messages): Messages {
  const first = messages.findIndex(({ role }) => role === 'user');
  return first === -1 ? messages : messages.slice(first);
}

function cut(text: string, room: number): string {
  if (text.length <= room) return text;
  const total = text.length;
  let length = Math.max(room - `\n[cut: first ${total} of ${total} characters]`.length, 0);
  if (isHighSurrogate(text.charCodeAt(length - 1))) length--;
  return `${text.slice(0, length)}\n[cut: first ${length} of ${total} characters]`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
