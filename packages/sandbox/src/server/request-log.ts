import type { Exchange } from './exchange.ts';

const MAX_REQUESTS = 500;
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Body fields that are logged unchanged. */
const FIELDS = ['input', 'instructions', 'messages', 'tools', 'prompt', 'size', 'query'] as const;

/**
 * The purpose of a request. `title` names a conversation, `query` asks for a search query, `summary` summarizes a
 * conversation, `other` is neither for a model nor for the search.
 */
export type RequestKind =
  | 'reply'
  | 'title'
  | 'query'
  | 'summary'
  | 'image'
  | 'transcription'
  | 'speech'
  | 'moderation'
  | 'search'
  | 'page'
  | 'other';

/** Amounts that services bill. */
export interface Billed {
  inputTokens?: number;
  /** The input tokens that are of pictures. */
  pictureTokens?: number;
  outputTokens?: number;
  reasoningTokens?: number;
  pictures?: number;
  searches?: number;
  /** Of a recording. */
  seconds?: number;
  /** That were spoken. */
  characters?: number;
}

/** One request to the model or to the search, as returned by `GET /__sandbox/log`. */
export interface SandboxRequest {
  id: string;
  kind: RequestKind;
  /** ISO 8601. */
  time: string;
  method: string;
  path: string;
  model: string | null;
  stream: boolean;
  /** Unchanged body fields: `input` and `instructions` of Responses, `messages` of chat completions. */
  input?: unknown;
  instructions?: unknown;
  messages?: unknown;
  tools?: unknown;
  /** Images: the prompt, the requested size and a description of each uploaded picture. */
  prompt?: unknown;
  size?: unknown;
  images?: { name: string; type: string; bytes: number }[];
  /** Transcriptions: the uploaded file. */
  recording?: { name: string; type: string; bytes: number };
  /** Search: the query. */
  query?: unknown;
  /** What the real service would bill; absent if it would bill nothing. */
  billed?: Billed;
  /** Status of the answer; 0 until it starts. */
  status: number;
  /** Pieces of text and reasoning sent so far. */
  deltas: number;
  /** The caller disconnected before the answer ended. */
  closed?: true;
  /** The sandbox cut the connection, as scripted. */
  cut?: true;
  /** The answer was sent completely, whether success or error. */
  ended?: true;
}

/** Keeps the last 500 requests to the model and the search, fewer if they are large. */
export class RequestLog {
  #entries: { request: SandboxRequest; size: number }[] = [];
  #size = 0;
  #count = 0;

  /** Adds an entry, which is updated until the answer ends. */
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

  /** Adds the logged fields of the body. `size` is the body's length in characters. */
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
