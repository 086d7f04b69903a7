import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from '../server/exchange.ts';
import type { StandIn } from '../stand-in.ts';
import { apiError, badKey, noKey, serverError, unknownUrl } from './api-error.ts';
import { demoReply } from './assistant/assistant.ts';
import { question, readCall, type ApiName, type ModelCall } from './call.ts';
import { chatBody, chatFrames } from './chat-completions.ts';
import { modelList, modelNamed } from './models.ts';
import { moderation } from './moderations.ts';
import { cut, play } from './play.ts';
import { STALL_MS, type Rejection, type Reply } from './reply.ts';
import { RequestLog, type SandboxRequest } from './request-log.ts';
import { responsesBody, responsesFrames } from './responses.ts';
import { scriptedReply } from './scenarios.ts';

interface OpenAiOptions {
  delayMs: number;
  faults: boolean;
  productName: string;
  now: () => number;
}

const BASE = '/openai/v1';

/** Stands in for OpenAI's API: the demo assistant behind Responses and chat completions, models, moderations. */
export function createOpenAi(options: OpenAiOptions): StandIn & { log(): SandboxRequest[] } {
  const { delayMs, faults, productName, now } = options;
  const log = new RequestLog();
  const started = now();

  async function handle(exchange: Exchange): Promise<void> {
    const { method, path } = exchange;
    const entry = method === 'POST' ? log.begin(exchange, now()) : null;
    const text = await exchange.body();
    const key = exchange.bearer();
    if (key === null) return reject(exchange, noKey());
    if (faults && key === 'bad') return reject(exchange, badKey());
    const route = `${method} ${path.slice(BASE.length)}`;
    if (route === 'GET /models') return exchange.json(200, modelList(started));
    if (route.startsWith('GET /models/')) {
      const model = modelNamed(decodeURIComponent(route.slice('GET /models/'.length)), started);
      return 'status' in model ? reject(exchange, model) : exchange.json(200, model);
    }
    if (text === null) return reject(exchange, apiError({ status: 413, message: 'The request is too large.' }));
    if (!entry) return reject(exchange, unknownUrl(method, path));
    const body = parsed(text);
    if (body) log.describe(entry, body, text.length);
    switch (route) {
      case 'POST /responses':
        return body ? converse('responses', exchange, body, entry) : reject(exchange, noJson());
      case 'POST /chat/completions':
        return body ? converse('chat', exchange, body, entry) : reject(exchange, noJson());
      case 'POST /moderations':
        return body ? exchange.json(200, moderation(body, crypto.randomUUID())) : reject(exchange, noJson());
      default:
        return reject(exchange, unknownUrl(method, path));
    }
  }

  async function converse(api: ApiName, exchange: Exchange, body: Record<string, unknown>, entry: SandboxRequest) {
    const call = readCall(api, body, crypto.randomUUID().replaceAll('-', ''), now());
    if ('status' in call) return reject(exchange, call);
    const script = faults ? scriptedReply(question(call.messages)) : null;
    const reply = script ?? demoReply({ messages: call.messages, now: now(), productName });
    if ('status' in reply) return reject(exchange, reply);
    try {
      if (!call.stream) return await sendWhole(api, exchange, reply, call);
      entry.status = 200;
      const frames = api === 'responses' ? responsesFrames(reply, call) : chatFrames(reply, call);
      await play(exchange, frames, reply.pauseMs ?? delayMs, () => entry.deltas++);
    } catch (error) {
      if (!exchange.signal.aborted) throw error;
    }
  }

  return {
    name: 'OpenAI',
    about: 'A demo assistant without a model behind it. For OPENAI_BASE_URL:',
    base: BASE,
    prefixes: [`${BASE}/`],
    handle,
    reset: () => log.clear(),
    log: () => log.requests(),
  };
}

/** Answers at once instead of streaming; what would go wrong in a stream goes wrong in its way. */
async function sendWhole(api: ApiName, exchange: Exchange, reply: Reply, call: ModelCall): Promise<void> {
  const { signal } = exchange;
  if (reply.pauseMs !== null) await pause(reply.pauseMs * reply.pieces.length, undefined, { signal });
  switch (reply.fault?.kind) {
    case 'error':
      return reject(exchange, serverError());
    case 'cut':
      return cut(exchange);
    case 'eof':
      return exchange.send(200, 'application/json', '');
    case 'badjson':
      return exchange.send(200, 'application/json', '{oops');
    case 'stall':
      await pause(STALL_MS, undefined, { signal });
  }
  exchange.json(200, api === 'responses' ? responsesBody(reply, call) : chatBody(reply, call));
}

function reject(exchange: Exchange, { status, headers, body }: Rejection): void {
  if (typeof body === 'string') exchange.html(status, body);
  else exchange.json(status, body, headers);
}

function noJson(): Rejection {
  return apiError({ status: 400, message: 'We could not parse the JSON body of your request.' });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
