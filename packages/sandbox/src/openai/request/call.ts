import { apiError, missingParameter } from '../api-error.ts';
import { readContent, type ApiName, type Attachment } from './content.ts';
import { FunctionResults, type FunctionResult } from './function-results.ts';
import { record } from './record.ts';
import { tokens, type Rejection } from '../reply/reply.ts';

/** A request to the model, parsed from the body of either API. */
export interface ModelCall {
  id: string;
  /** Epoch seconds. */
  created: number;
  model: string;
  stream: boolean;
  /** Whether the caller requested reasoning. */
  reasoning: boolean;
  /** Chat completions: whether a final chunk reports the usage. */
  includeUsage: boolean;
  /** Responses: whether the model may search the web. */
  webSearch: boolean;
  /** Responses: whether to list the pages that a search found. */
  includeSources: boolean;
  /** Names of the functions that the model may call. */
  functions: string[];
  /** Calls of earlier rounds, with their results. */
  results: FunctionResult[];
  /** Responses: whether to sign the reasoning, so that the caller can send it back. */
  signsReasoning: boolean;
  /** Instructions from `instructions` and from system or developer messages. */
  instructions: string;
  /** Oldest first, without instructions. */
  messages: CallMessage[];
  inputTokens: number;
}

export interface CallMessage {
  role: 'user' | 'assistant';
  text: string;
  attachments: Attachment[];
}

/** Tokens of a picture of ordinary size; a file counts the same. */
const ATTACHMENT_TOKENS = 765;

const INSTRUCTING = new Set<unknown>(['system', 'developer']);

/** Parses a body, or rejects it with the real service's error. */
export function readCall(api: ApiName, body: Record<string, unknown>, id: string, now: number): ModelCall | Rejection {
  const { model } = body;
  if (typeof model !== 'string' || model === '') {
    return apiError({ status: 400, message: 'you must provide a model parameter' });
  }
  const field = api === 'responses' ? 'input' : 'messages';
  const items = typeof body[field] === 'string' ? [{ role: 'user', content: body[field] }] : body[field];
  if (!Array.isArray(items) || items.length === 0) return missingParameter(field);
  const instructing = typeof body['instructions'] === 'string' ? [body['instructions']] : [];
  const messages: CallMessage[] = [];
  const functions = new FunctionResults();
  for (const [index, item] of items.entries()) {
    const { role, content } = record(item);
    const at = `${field}[${index}]`;
    const called = api === 'responses' ? functions.readItem(record(item), at) : functions.readMessage(record(item), at);
    if (called === 'read') continue;
    if (called) return called;
    const found = readContent(api, role, content, `${field}[${index}].content`);
    if ('status' in found) return found;
    if (INSTRUCTING.has(role)) instructing.push(found.text);
    else if (role === 'user' || role === 'assistant') messages.push({ role, ...found });
  }
  const unanswered = functions.unanswered();
  if (unanswered) return unanswered;
  const instructions = instructing.join('\n\n');
  const reasoning = record(body['reasoning']);
  const effort = api === 'responses' ? reasoning['effort'] : body['reasoning_effort'];
  const shown = api === 'chat' || typeof reasoning['summary'] === 'string';
  const attached = messages.reduce((sum, { attachments }) => sum + attachments.length, 0);
  const tools = body['tool_choice'] === 'none' ? [] : list(body['tools']).flatMap(readFunction);
  const rounds = functions.results.map(({ name, arguments: given, output }) => name + given + (output ?? ''));
  const read = [...instructing, ...messages.map(({ text }) => text), ...tools.map(({ text }) => text), ...rounds];
  return {
    id,
    created: Math.floor(now / 1000),
    model,
    stream: body['stream'] === true,
    reasoning: typeof effort === 'string' && effort !== 'none' && shown,
    includeUsage: record(body['stream_options'])['include_usage'] === true,
    webSearch: api === 'responses' && list(body['tools']).some((tool) => record(tool)['type'] === 'web_search'),
    includeSources: list(body['include']).includes('web_search_call.action.sources'),
    functions: tools.map(({ name }) => name),
    results: functions.results,
    signsReasoning: list(body['include']).includes('reasoning.encrypted_content'),
    instructions,
    messages,
    inputTokens: tokens(read.join('')) + attached * ATTACHMENT_TOKENS,
  };
}

/** The last user message; null without one. */
export function lastQuestion(messages: CallMessage[]): CallMessage | null {
  return messages.findLast(({ role }) => role === 'user') ?? null;
}

/** The name of a function tool in either API, and the text that the model reads of it; nothing for another tool. */
function readFunction(value: unknown): { name: string; text: string }[] {
  const tool = record(value);
  const { name, description, parameters } = { ...tool, ...record(tool['function']) };
  if (tool['type'] !== 'function' || typeof name !== 'string') return [];
  return [{ name, text: `${name}${String(description ?? '')}${JSON.stringify(parameters ?? {})}` }];
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
