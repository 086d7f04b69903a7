import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from '../../server/exchange.ts';
import { serverError } from '../api-error.ts';
import { cut } from './play.ts';
import { STALL_MS, type Rejection, type Reply } from './reply.ts';

/**
 * Sends an answer without streaming, with the equivalent of a stream's faults. `body` is called for an answer without.
 */
export async function sendWhole(exchange: Exchange, reply: Reply, body: () => object | Promise<object>): Promise<void> {
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
  const value = await body();
  signal.throwIfAborted();
  exchange.json(200, value);
}

export function reject(exchange: Exchange, { status, headers, body }: Rejection): void {
  if (typeof body === 'string') exchange.html(status, body);
  else exchange.json(status, body, headers);
}
