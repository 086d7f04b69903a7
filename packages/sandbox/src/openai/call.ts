import { apiError } from './api-error.ts';
import { tokens, type Rejection } from './reply.ts';

export type ApiName = 'responses' | 'chat';

/** A question to the model, read from the body of either API. */
export interface ModelCall {
  id: string;
  /** Epoch seconds. */
  created: number;
  model: string;
  stream: boolean;
  /** The caller asked to see reasoning. */
  reasoning: boolean;
  /** Chat completions: a last chunk shall tell the usage. */
  includeUsage: boolean;
  /** Oldest first, without what instructs the model. */
  messages: CallMessage[];
  inputTokens: number;
}

export interface CallMessage {
  role: 'user' | 'assistant';
  text: string;
}

/** Reads a body, or says as the real service does what it lacks. */
export function readCall(api: ApiName, body: Record<string, unknown>, id: string, now: number): ModelCall | Rejection {
  const { model } = body;
  if (typeof model !== 'string' || model === '') {
    return apiError({ status: 400, message: 'you must provide a model parameter' });
  }
  const field = api === 'responses' ? 'input' : 'messages';
  const items = typeof body[field] === 'string' ? [{ role: 'user', content: body[field] }] : body[field];
  if (!Array.isArray(items) || items.length === 0) {
    const message = `Missing required parameter: '${field}'.`;
    return apiError({ status: 400, code: 'missing_required_parameter', param: field, message });
  }
  const texts = items.map((item: unknown) => {
    const { role, content } = record(item);
    return { role, text: textOf(content) };
  });
  const instructions = typeof body['instructions'] === 'string' ? body['instructions'] : '';
  const reasoning = record(body['reasoning']);
  const effort = api === 'responses' ? reasoning['effort'] : body['reasoning_effort'];
  const shown = api === 'chat' || typeof reasoning['summary'] === 'string';
  return {
    id,
    created: Math.floor(now / 1000),
    model,
    stream: body['stream'] === true,
    reasoning: typeof effort === 'string' && effort !== 'none' && shown,
    includeUsage: record(body['stream_options'])['include_usage'] === true,
    messages: texts.flatMap(({ role, text }) => (role === 'user' || role === 'assistant' ? [{ role, text }] : [])),
    inputTokens: tokens(instructions + texts.map(({ text }) => text).join('')),
  };
}

/** The question itself: the text of the last user message. */
export function question(messages: CallMessage[]): string {
  return messages.findLast(({ role }) => role === 'user')?.text ?? '';
}

/** The text of a message's content: a string, or parts of which some are text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => record(part)['text'])
    .filter((text) => typeof text === 'string')
    .join('\n');
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
