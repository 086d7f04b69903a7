import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { answerOf } from './answer-of.ts';
import { decodedBody } from './decoded-body.ts';
import { readAtMost, readBeginning } from './read-at-most.ts';

export interface OutgoingSettings {
  /** The configured URL of the service. Only its origin is ever contacted. */
  baseUrl: string | URL;
  /** Connection timeout in milliseconds; it fails like a refused connection. 10,000 by default. */
  connectMs?: number;
  /** Milliseconds from the request to the last byte of a body that is read in full. 30,000 by default. */
  wholeMs?: number;
  /** Maximum bytes of a body that is read in full, after decompression. 1 MB by default. */
  maxBytes?: number;
}

/** `fetch`, as SDKs accept it. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * An HTTP client for one configured service, which contacts no other origin: redirects are followed only within the
 * service's origin, and any other is returned as its 3xx response. So neither redirects nor DNS rebinding can reach a
 * private network.
 */
export interface OutgoingClient {
  /** `fetch` that reads the full body, up to a limit. Rejects for a longer body and for another origin. */
  fetch: Fetch;
  /**
   * Sends a request and streams its response: `body` is the decompressed body of a success, to be read once and bounded
   * by the reader; `signal` closes it. For other statuses, `response` holds the beginning of the body.
   */
  open(url: string | URL, init: RequestInit): Promise<{ response: Response; body: Readable | null }>;
}

const MAX_REDIRECTS = 3;
/** Maximum bytes of an error's body; nothing reads more of it. */
const MAX_ERROR_BYTES = 64 * 1024;
const ERROR_BODY_MS = 3_000;
const MAX_BYTES = 1024 * 1024;
const WHOLE_MS = 30_000;
const CONNECT_MS = 10_000;
/**
 * How long a connection rests before it is closed, unless the service announces less. Node's own five seconds are less
 * than people take for a question, so that nearly each one would wait for a new connection.
 */
const REST_MS = 60_000;
const { keepAlive, scheduling, proxyEnv } = https.globalAgent.options;
const KEPT = { keepAlive, scheduling, proxyEnv, timeout: REST_MS };
const AGENTS = { http: new http.Agent(KEPT), https: new https.Agent(KEPT) };
const HAS_NO_BODY = [204, 205, 304];

/**
 * Opens no connection before the first request. Uses Node's HTTP client, because web streams would cost a relay a third
 * of its CPU.
 */
export function createOutgoingClient({
  baseUrl,
  connectMs = CONNECT_MS,
  wholeMs = WHOLE_MS,
  maxBytes = MAX_BYTES,
}: OutgoingSettings): OutgoingClient {
  const { origin } = new URL(baseUrl);

  async function request(first: string | URL, init: RequestInit): Promise<http.IncomingMessage> {
    const encoded = await encode(init);
    let url = new URL(first);
    if (url.origin !== origin) throw new TypeError(`${url.origin} is not the configured origin.`);
    for (let redirects = 0; ; redirects++) {
      const message = await send(url, encoded, init.signal ?? undefined, connectMs);
      const next = redirects < MAX_REDIRECTS ? redirectTarget(message, url, encoded.method) : null;
      if (next?.origin !== origin) return message;
      message.destroy();
      url = next;
    }
  }

  async function open(url: string | URL, init: RequestInit) {
    try {
      const message = await request(url, init);
      const head = { status: message.statusCode ?? 0, headers: headersOf(message) };
      const body = decodedBody(message);
      if (head.status >= 200 && head.status < 300) return { response: new Response(null, head), body };
      const beginning = await readBeginning(body, MAX_ERROR_BYTES, ERROR_BODY_MS);
      init.signal?.throwIfAborted();
      return { response: new Response(HAS_NO_BODY.includes(head.status) ? null : beginning, head), body: null };
    } catch (error) {
      init.signal?.throwIfAborted();
      throw error;
    }
  }

  async function fetchWhole(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const limit = AbortSignal.timeout(wholeMs);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const { response, body } = await open(input instanceof Request ? input.url : input, { ...init, signal });
    if (!body) return response;
    try {
      const bytes = await readAtMost(body, maxBytes);
      return new Response(HAS_NO_BODY.includes(response.status) ? null : bytes, response);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  return { fetch: fetchWhole, open };
}

interface EncodedRequest {
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
}

/** Encodes the body as bytes: they can be sent again after a redirect, and Node writes them faster than a long string. */
async function encode({ method = 'GET', headers, body }: RequestInit): Promise<EncodedRequest> {
  const named = new Headers(headers);
  const plain = typeof body === 'string' ? Buffer.from(body) : (body ?? undefined);
  if (plain === undefined || plain instanceof Uint8Array) {
    return { method, headers: Object.fromEntries(named), body: plain };
  }
  const form = new Response(plain);
  const type = form.headers.get('content-type');
  if (type && !named.has('content-type')) named.set('content-type', type);
  return { method, headers: Object.fromEntries(named), body: new Uint8Array(await form.arrayBuffer()) };
}

function send(
  url: URL,
  { body, ...options }: EncodedRequest,
  signal: AbortSignal | undefined,
  connectMs: number,
): Promise<http.IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const { request } = isSecure ? https : http;
  const agent = isSecure ? AGENTS.https : AGENTS.http;
  const outgoing = request(url, { ...options, agent, ...(signal && { signal }) });
  const onLate = () =>
    outgoing.destroy(Object.assign(new Error('The connection timed out.'), { code: 'ERR_CONNECT_TIMEOUT' }));
  const timer = setTimeout(onLate, connectMs);
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return clearTimeout(timer);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer));
  });
  outgoing.once('close', () => clearTimeout(timer));
  outgoing.once('error', ({ code }: NodeJS.ErrnoException) => {
    // A service closes its resting connections together. The next request, which may repeat this one, opens a new one.
    if (outgoing.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')) closeResting(agent);
  });
  outgoing.end(body);
  return answerOf(outgoing);
}

function closeResting({ freeSockets }: http.Agent): void {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}

/** The target of a redirect that repeats the request unchanged; null for any other response. */
function redirectTarget({ statusCode = 0, headers }: http.IncomingMessage, from: URL, method: string): URL | null {
  const repeats = method === 'GET' ? [301, 302, 303, 307, 308] : [307, 308];
  return headers.location !== undefined && repeats.includes(statusCode) ? URL.parse(headers.location, from) : null;
}

function headersOf(message: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}
