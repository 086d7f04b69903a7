import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import { currentRequestId } from './request-context.ts';

/** Opens the log: JSON lines with ISO times and the current request id, on standard output by default. */
export function openLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const mixin = () => {
    const requestId = currentRequestId();
    return requestId === null ? {} : { requestId };
  };
  const options = { level, mixin, timestamp: stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}
