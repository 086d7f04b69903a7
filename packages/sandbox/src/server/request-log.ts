import type { Exchange } from './exchange.ts';

const MAX_REQUESTS = 500;
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** What is remembered of a body, as it came. */
const FIELDS = ['input', 'instructions', 'messages', 'tools', 'prompt', 'size', 'query'] as const;

/**
 * What a request was for: `title` names a conversation, `query` finds the words for a search, `other` is any that is no
 * question to a model or a search.
 */
export type RequestKind = 'reply' | 'title' | 'query' | 'image' | 'search' | 'other';

/** One request to the model or to the search, as `GET /__sandbox/log` tells it. */
export interface SandboxRequest {
  id: string;
  kind: RequestKind;
  /** ISO 8601. */
  time: string;
  method: string;
  path: string;
  model: string | null;
  stream: boolean;
  /** From the request's body as it came: `input` and `instructions` of Responses, `messages` of chat completions. */
  input?: unknown;
  instructions?: unknown;
  messages?: unknown;
  tools?: unknown;
  /** Images: the words, the size that was asked for, and what was sent of each picture. */
  prompt?: unknown;
  size?: unknown;
  images?: { name: string; type: string; bytes: number }[];
  /** Search: the words. */
  query?: unknown;
  /** Of the answer; 0 while there is none. */
  status: number;
  /** Pieces of text and reasoning sent so far. */
  deltas: number;
  /** The caller hung up before the answer's end. */
  closed?: true;
  /** The sandbox itself cut the connection, as it was told to. */
  cut?: true;
  /** The answer was sent to its end, whether it was a good one or an error. */
  ended?: true;
}

/** Remembers what was asked of the model and of the search: the last 500 requests, fewer when they are large. */
export class RequestLog {
  #entries: { request: SandboxRequest; size: number }[] = [];
  #size = 0;
  #count = 0;

  /** Begins an entry that follows the answer to its end. */
  begin(exchange: Exchange, time: number, kind: RequestKind): SandboxRequest {
    const request: SandboxRequest = {
      id: `req_${++this.#count}`,
      kind,
      time: new Date(time).toISOString(),
      method: exchange.method,
      path: exchange.path,
      model: null,
      stream: false,
      status: 0,
      deltas: 0,
    };
    const { response } = exchange;
    response.once('close', () => {
      if (response.headersSent) request.status = response.statusCode;
      if (response.writableFinished) request.ended = true;
      else if (response.errored) request.cut = true;
      else request.closed = true;
    });
    this.#entries.push({ request, size: 0 });
    this.#trim();
    return request;
  }

  /** Adds what the body says. `size` is the body's length in characters. */
  describe(request: SandboxRequest, body: Record<string, unknown>, size: number): void {
    if (typeof body['model'] === 'string') request.model = body['model'];
    request.stream = body['stream'] === true;
    for (const field of FIELDS) if (body[field] !== undefined) request[field] = body[field];
    const entry = this.#entries.find((candidate) => candidate.request === request);
    if (!entry) return;
    entry.size = size;
    this.#size += size;
    this.#trim();
  }

  requests(): SandboxRequest[] {
    return this.#entries.map(({ request }) => ({ ...request }));
  }

  clear(): void {
    this.#entries = [];
    this.#size = 0;
  }

  #trim(): void {
    while (this.#entries.length > MAX_REQUESTS || (this.#size > MAX_CHARACTERS && this.#entries.length > 1)) {
      this.#size -= this.#entries.shift()?.size ?? 0;
    }
  }
}
