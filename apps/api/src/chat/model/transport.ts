import http from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface Transport {
  /** For the SDK. Answers with a whole body, except that a successful POST is answered with its head alone. */
  fetch: typeof fetch;
  /** The body of a successful POST, still arriving. To be taken once; the request's signal closes it. */
  bodyOf(response: Response): Readable;
}

const HAS_NO_BODY = [204, 205, 304];

/**
 * HTTP over Node's own client and its keep-alive agents, because web streams cost a relay about a third of its CPU.
 * `connectMs` is the time a connection may take to be made; a request that passes it fails like a refused one.
 */
export function createTransport(connectMs: number): Transport {
  const bodies = new WeakMap<Response, Readable>();

  async function fetchOverNode(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    const message = await send(url, init, connectMs);
    const head = { status: message.statusCode ?? 0, headers: headersOf(message) };
    const body = decoded(message);
    if (init.method === 'POST' && head.status >= 200 && head.status < 300) {
      const response = new Response(null, head);
      bodies.set(response, body);
      return response;
    }
    const bytes = await buffer(body);
    return new Response(HAS_NO_BODY.includes(head.status) ? null : new Uint8Array(bytes), head);
  }

  return {
    fetch: fetchOverNode,
    bodyOf(response) {
      const body = bodies.get(response);
      if (!body) throw new TypeError('This response has no body to stream.');
      return body;
    },
  };
}

function send(url: URL, init: RequestInit, connectMs: number): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const outgoing = request(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.signal ? { signal: init.signal } : {}),
    });
    const timer = setTimeout(() => outgoing.destroy(new Error('The connection timed out.')), connectMs);
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) return clearTimeout(timer);
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(timer));
    });
    outgoing.once('close', () => clearTimeout(timer));
    outgoing.on('error', reject);
    outgoing.once('response', resolve);
    outgoing.end(init.body ?? undefined);
  });
}

function headersOf(message: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}

/** No compression is asked for, but some proxies compress all the same. */
function decoded(message: http.IncomingMessage): Readable {
  const decoder = decoderFor(message.headers['content-encoding']);
  return decoder ? pipeline(message, decoder, () => {}) : message;
}

function decoderFor(encoding: string | undefined) {
  switch (encoding?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}
