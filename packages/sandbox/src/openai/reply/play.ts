import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from '../../server/exchange.ts';
import type { Frame } from './reply.ts';

/** Delay before a cut, so that earlier bytes have left. */
const CUT_AFTER_MS = 50;

/**
 * Streams an answer, no faster than the caller reads, `pauseMs` between pieces. Calls `onDelta` for each piece sent.
 * Resolves to whether all was sent. Rejects with an `AbortError` if the caller disconnects.
 */
export async function play(
  exchange: Exchange,
  frames: Iterable<Frame>,
  pauseMs: number,
  onDelta: () => void,
): Promise<boolean> {
  const { response, signal } = exchange;
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-request-id': `req_${crypto.randomUUID()}`,
  });
  response.flushHeaders();
  for (const frame of frames) {
    if (frame.kind === 'cut') {
      await cut(exchange);
      return false;
    }
    if (frame.kind === 'silence') {
      await pause(frame.ms, undefined, { signal });
      continue;
    }
    if (frame.kind === 'wait') {
      await pause(frame.pieces * pauseMs, undefined, { signal });
      continue;
    }
    if (frame.kind === 'delta' && pauseMs > 0) await pause(pauseMs, undefined, { signal });
    signal.throwIfAborted();
    const room = response.write(frame.bytes);
    if (frame.kind === 'delta') onDelta();
    if (!room) await once(response, 'drain', { signal });
  }
  response.end();
  return true;
}

/** Destroys the connection, as if a cable were pulled. */
export async function cut({ response, signal }: Exchange): Promise<void> {
  await pause(CUT_AFTER_MS, undefined, { signal });
  response.destroy(new Error('cut on purpose'));
}
