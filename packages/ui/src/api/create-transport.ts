import { AppError, t, type ShapeOf } from '@parley/core';
import type * as ReadStream from '@parley/core/read-stream';
import { LANGUAGE } from './language.ts';
import { readError } from './read-error.ts';
import type { Responses } from './read-response.ts';
import { takeEarly } from './take-early.ts';
import { reached, TransportError } from './transport-error.ts';

const TIMEOUT = 20_000;
export const PING = '/healthz';
export const EVENTS = '/api/events';
export const EVENT_STREAM = 'text/event-stream';
/** Requests made in the background: when they fail, the connection is not reported as lost. */
const BACKGROUND = new Set([PING, EVENTS]);
/** Methods whose requests go on by default when the page is closed or reloaded: a change that is shown is made. */
const CHANGES = new Set(['PUT', 'PATCH', 'DELETE']);
/**
 * The longest body of such a request, in UTF-16 units, and how many there are at once. Browsers reject them beyond 64 KB
 * together, and Firefox beyond nine of an origin, from all tabs.
 */
const LONGEST_KEPT = 5_000;
const MOST_KEPT = 3;
/** The lowest status with which a proxy says that it cannot reach the server; Cloudflare has its own up to 530. */
const GATEWAY_ERROR = 502;

export interface TransportOptions {
  /** Origin of the API, without a slash at the end; empty for the page's own. */
  apiUrl: string;
  token: () => string | null;
  fetch?: typeof fetch;
  /** Called when the server rejects the current token. */
  onUnauthorized?: () => void;
  /** Called when the server, or a proxy before it, could not be reached. */
  onUnreached?: () => void;
  /** Called when this client cannot use a response, because one side is newer than the other. */
  onIncompatible?: () => void;
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  /** The media type of the answer. */
  accepts?: string;
  /** Whether the request goes on when the page is closed. By default, short changes do, a few at once. */
  keepalive?: boolean;
}

/** Resolves with the response that has this name, or with one of this shape. Rejects as the API client does. */
export interface Read {
  <Name extends keyof Responses>(name: Name, path: string, call?: Call, signal?: AbortSignal): Promise<Responses[Name]>;
  <Answer>(shape: ShapeOf<Answer> & object, path: string, call?: Call, signal?: AbortSignal): Promise<Answer>;
}

/** What `loadStreamReaders` has loaded. */
let loadedReaders: typeof ReadStream | undefined;

/** Makes the requests of an API client: the only code that calls `fetch`. */
export function createTransport(options: TransportOptions) {
  const { apiUrl, token, onUnauthorized = () => {}, onUnreached = () => {}, onIncompatible } = options;
  const { fetch = globalThis.fetch.bind(globalThis) } = options;

  /** How many requests without an answer would go on without their page. */
  let kept = 0;

  /** Resolves with a successful answer, and rejects with the server's error. */
  async function request(
    path: string,
    { method = 'GET', body, headers, accepts, ...call }: Call,
    signal: AbortSignal,
  ): Promise<Response> {
    const bearer = token();
    const json = body === undefined ? '' : JSON.stringify(body);
    const isShortChange = CHANGES.has(method) && json.length <= LONGEST_KEPT;
    const { keepalive = isShortChange && kept < MOST_KEPT } = call;
    if (keepalive) kept++;
    const early = method === 'GET' ? takeEarly(path, bearer) : undefined;
    const response = await reached(
      early ??
        fetch(`${apiUrl}${path}`, {
          method,
          signal,
          cache: 'no-store',
          keepalive,
          headers: {
            ...(json !== '' && { 'Content-Type': 'application/json' }),
            ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
            ...(LANGUAGE !== 'en' && { 'Accept-Language': LANGUAGE }),
            ...(accepts !== undefined && { Accept: accepts }),
            ...headers,
          },
          ...(json !== '' && { body: json }),
        }),
    )
      .catch((error: unknown) => {
        if (!BACKGROUND.has(path) && !isAborted(signal)) onUnreached();
        throw error;
      })
      .finally(() => {
        if (keepalive) kept--;
      });
    if (response.ok) return response;
    if (!BACKGROUND.has(path) && response.status >= GATEWAY_ERROR) onUnreached();
    // The status is enough if the connection breaks within the body.
    const text = await response.text().catch(() => '');
    const error = readError(response.status, text, response.headers.get('Retry-After'));
    reportUnauthorized(error, bearer);
    throw error;
  }

  /** Reports a rejected token, unless another one has replaced it meanwhile. */
  function reportUnauthorized(error: unknown, bearer: string | null): void {
    const isRejected = error instanceof AppError && error.code === 'unauthorized';
    if (isRejected && bearer !== null && bearer === token()) onUnauthorized();
  }

  const read: Read = async (
    expected: keyof Responses | object,
    path: string,
    call: Call = {},
    signal?: AbortSignal,
  ) => {
    const timeout = AbortSignal.timeout(TIMEOUT);
    const [response, { readResponse }] = await Promise.all([
      request(path, call, signal ? AbortSignal.any([signal, timeout]) : timeout),
      reached(import('./read-response.ts')),
    ]);
    return readResponse(expected, await reached(response.json()), onIncompatible) as never;
  };

  return { request, read, loadStreamReaders, loadedReaders: () => loadedReaders, readStream, reportUnauthorized };
}

/**
 * Loads the parser of event streams, which only the chat needs. Call it before the request: a message whose answer
 * cannot be read would count as unsent here and as sent on the server.
 */
async function loadStreamReaders() {
  return (loadedReaders = await reached(import('@parley/core/read-stream')));
}

/** Feeds an event stream to a reader; resolves when it ends. */
async function readStream({ body, status, headers }: Response, reader: ReadStream.EventReader): Promise<void> {
  const isEmpty = status === 204 || headers.get('Content-Length') === '0';
  if (isEmpty || !body) throw new AppError('internal', { message: t`No reader available` });
  if (!headers.get('Content-Type')?.startsWith(EVENT_STREAM)) throw new TransportError('The answer is not a stream.');
  await reached(readAll(body, (piece) => reader.feed(piece)));
}

/** Whether the caller aborted the request, rather than its timeout. */
function isAborted({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof DOMException && reason.name === 'TimeoutError');
}

async function readAll(body: ReadableStream<Uint8Array>, onPiece: (piece: Uint8Array) => void): Promise<void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onPiece(value);
    }
  } finally {
    // Releases the connection when reading ended early. One that broke has nothing left to cancel.
    void reader.cancel().catch(() => {});
  }
}
