import type { IncomingMessage } from 'node:http';
import type { Deadlines } from '../../limits/deadlines.ts';
import type { Place } from '../../limits/fair-scheduler.ts';

/** Bytes that count as progress. */
const STEP = 64 * 1024;

/**
 * Disconnects a request whose body arrives too slowly, and sooner if others wait for its place. Returns a function that
 * stops watching; the end of the body stops it, too.
 */
export function watchBody(req: IncomingMessage, place: Place, deadlines: Deadlines): () => void {
  const { stalledBody, contestedBody } = deadlines;
  let mark = { bytes: req.socket.bytesRead, at: performance.now() };
  const timer = setInterval(() => {
    if (req.complete) return stop();
    const now = performance.now();
    if (req.socket.bytesRead - mark.bytes >= STEP) mark = { bytes: req.socket.bytesRead, at: now };
    else if (now - mark.at > (place.isContested ? contestedBody : stalledBody)) req.destroy();
  }, contestedBody / 4);
  const stop = () => clearInterval(timer);
  req.once('close', stop);
  return stop;
}
