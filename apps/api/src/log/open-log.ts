import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config.ts';
import { currentRequestId } from './request-context.ts';

/** The log: JSON lines with ISO times, on standard output by default, each with the id of the request that it belongs to. */
export function openLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const mixin = () => {
    const requestId = currentRequestId();
    return requestId === null ? {} : { requestId };
  };
  const options = { level, mixin, timestamp: stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}
