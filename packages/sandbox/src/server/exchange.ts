import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** One request and its answer. */
export class Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborts when the connection closes or the answer is complete; timers for this answer use it. */
  readonly signal: AbortSignal;

  constructor(request: IncomingMessage, response: ServerResponse) {
    const over = new AbortController();
    this.method = request.method ?? 'GET';
    const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
    this.path = path;
    this.query = new URLSearchParams(query);
    this.request = request;
    this.response = response;
    this.signal = over.signal;
    response.once('close', () => over.abort());
  }

  /** The token of `Authorization: Bearer …`, or null. */
  bearer(): string | null {
    return /^Bearer\s+(\S+)\s*$/i.exec(this.request.headers.authorization ?? '')?.[1] ?? null;
  }

  /** The whole body, or null when it is larger than 64 MiB. */
  async body(): Promise<Buffer | null> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    }
    return size <= MAX_BODY_BYTES ? Buffer.concat(chunks) : null;
  }

  json(status: number, value: unknown, headers: Record<string, string> = {}): void {
    this.send(status, 'application/json', JSON.stringify(value), headers);
  }

  html(status: number, page: string): void {
    this.send(status, 'text/html; charset=utf-8', page);
  }

  send(status: number, type: string, body: string, headers: Record<string, string> = {}): void {
    this.response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
    this.response.end(body);
  }
}
