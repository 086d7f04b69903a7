import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

export interface ChaosProxy {
  url: string;
  /** Number of streams cut so far. */
  cuts(): number;
  /** Number of streams requested so far. */
  streams(): number;
  close(): Promise<void>;
}

/**
 * A proxy that simulates the worst working connection: streams arrive one byte at a time, with `\r\n` for each `\n`,
 * and are cut a fixed time after their first chunk. Everything else passes unchanged.
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
    let cut: NodeJS.Timeout | undefined;
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
      // Only now, so that a slow machine gets on with each connection.
      cut ??= setTimeout(() => {
        cuts++;
        res.socket?.destroy();
      }, cutAfterMs);
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
      // A cut stream ends in an error, as intended.
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
