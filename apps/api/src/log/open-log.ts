import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import { currentRequestId } from './request-context.ts';

/** Length of the lines that wait for a full disk. Further ones are dropped. */
const MOST_WAITING = 1_000_000;

/** Opens the log: JSON lines with ISO times and the current request id, on standard output by default. */
export function openLog(level: Config['logLevel'], destination: DestinationStream = openOutput()): Logger {
  const mixin = () => {
    const requestId = currentRequestId();
    return requestId === null ? {} : { requestId };
  };
  return pino({ level, mixin, timestamp: stdTimeFunctions.isoTime }, destination);
}

/**
 * Opens standard output. A disk that is full costs lines of the log, not the server: without a listener, the error would
 * end the process, and at its end `flushSync` would try again forever.
 */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING });
  const { flushSync } = output;
  output.on('error', () => (output.flushSync = () => {}));
  output.on('drain', () => (output.flushSync = flushSync));
  return output;
}
