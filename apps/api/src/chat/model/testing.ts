import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { AppError } from '@parley/core';
import type { Model, ModelEvent, ModelRequest } from './model.ts';
import { openModel, type ModelSettings } from './open-model.ts';

export const NEVER = new AbortController().signal;

export function modelAt(baseUrl: string, settings: Partial<ModelSettings> = {}): Model {
  return openModel({
    apiKey: 'test',
    baseUrl,
    api: 'chat',
    model: 'demo',
    thinkingModel: null,
    titleModel: null,
    contextTokens: 128_000,
    ...settings,
  });
}

export function asking(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    instructions: 'Be kind.',
    messages: [{ role: 'user', content: text }],
    thinking: false,
    webSearch: false,
    maxOutputTokens: 2000,
    safetyIdentifier: 'someone',
    conversationId: 'c1',
    ...more,
  };
}

export interface CollectedReply {
  text: string;
  reasoning: string;
  /** Event types in order, with repeats merged; the code of a thrown error is last. */
  order: string[];
  /** All events that are not text. */
  events: ModelEvent[];
  error: AppError | null;
}

/** Asks for a reply, waits for its end and summarizes it. */
export async function collect(model: Model, request: ModelRequest): Promise<CollectedReply> {
  const collected: CollectedReply = { text: '', reasoning: '', order: [], events: [], error: null };
  const add = (event: ModelEvent) => {
    if (event.type === 'text' || event.type === 'reasoning') collected[event.type] += event.delta;
    else collected.events.push(event);
    const name = event.type === 'end' ? `end:${event.reason}` : event.type;
    if (collected.order.at(-1) !== name) collected.order.push(name);
  };
  try {
    await model.stream(request, add, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    collected.error = error;
    collected.order.push(error.code);
  }
  return collected;
}

export interface Asked {
  path: string;
  body: Record<string, unknown>;
}

/** Starts a server on a free port that answers as one test needs; `baseUrl` ends in `/v1`. */
export async function serve(
  answer: (asked: Asked, response: ServerResponse, request: IncomingMessage) => void,
): Promise<{ baseUrl: string; asked: Asked[]; close(): Promise<void> }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = request.method === 'POST' ? ((await json(request)) as Asked['body']) : {};
    const entry = { path: request.url ?? '', body };
    asked.push(entry);
    answer(entry, response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Sends a chat completion with these deltas and a regular end. */
export function sendChat(response: ServerResponse, deltas: object[], finishReason = 'stop'): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const delta of deltas)
    response.write(`data: ${JSON.stringify({ choices: [{ delta, finish_reason: null }] })}\n\n`);
  response.end(
    `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: finishReason }] })}\n\ndata: [DONE]\n\n`,
  );
}

/** Serves a model that refuses requests with this body as long as `refuses` says so. */
export function serveRefusals(status: number, body: unknown, refuses: (asked: Asked) => boolean = () => true) {
  return serve((asked, response) => {
    if (!asked.path.endsWith('/completions')) return sendJson(response, 404, {});
    if (refuses(asked)) return sendJson(response, status, body);
    sendChat(response, [{ content: 'ok' }]);
  });
}

/** An error of the service behind OpenRouter, as OpenRouter sends it. */
export const routed = (raw: unknown, code = 400) => ({
  error: { message: 'Provider returned error', code, metadata: { raw, provider_name: 'Someone' } },
  user_id: 'user_1',
});

/** Sends a Responses API reply with these events. */
export function sendResponses(response: ServerResponse, events: object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end('data: {"type":"response.completed","response":{"status":"completed"}}\n\n');
}

/** The smallest valid picture. */
export const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
