import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

export interface ChaosProxy {
  url: string;
  /** Connections with a stream that were cut so far. */
  cuts(): number;
  /** Streams that were asked for so far. */
  streams(): number;
  close(): Promise<void>;
}

/**
 * The worst way to a server that is still one: streams come in packets of a single byte, with `\r\n` for every `\n`, and
 * each of their connections is cut so long after it began. Everything else passes as it is.
 */
export async function startChaosProxy(target: string, cutAfterMs: number): Promise<ChaosProxy> {
  let cuts = 0;
  let streams = 0;

  async function pass(answer: IncomingMessage, res: ServerResponse): Promise<void> {
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    if (!answer.headers['content-type']?.startsWith('text/event-stream')) {
      answer.pipe(res);
      return;
    }
    streams++;
    res.socket?.setNoDelay(true);
    const cut = setTimeout(() => {
      cuts++;
      res.socket?.destroy();
    }, cutAfterMs);
    res.once('close', () => {
      clearTimeout(cut);
      answer.destroy();
    });
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      for (const byte of chunk) {
        if (res.destroyed) return;
        if (byte === 0x0a) await send(0x0d);
        await send(byte);
      }
    }
    res.end();

    async function send(byte: number): Promise<void> {
      res.write(Uint8Array.of(byte));
      await turn();
    }
  }

  const server = createServer((req, res) => {
    const { host: _, ...headers } = req.headers;
    const asked = request(target + req.url, { method: req.method ?? 'GET', headers }, (answer) => {
      // A stream that is cut ends in an error, which is what it is for.
      pass(answer, res).catch(() => res.destroy());
    });
    asked.on('error', () => res.destroy());
    res.once('close', () => asked.destroy());
    req.pipe(asked);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    streams: () => streams,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
