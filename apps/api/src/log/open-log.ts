import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config.ts';
import { currentRequestId } from './request-context.ts';

/** The log: a line of JSON each, on standard output unless it goes elsewhere, with the id of the request it belongs to. */
export function openLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const mixin = () => {
    const requestId = currentRequestId();
    return requestId === null ? {} : { requestId };
  };
  return destination ? pino({ level, mixin }, destination) : pino({ level, mixin });
}
