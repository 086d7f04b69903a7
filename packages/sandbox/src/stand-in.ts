import type { Exchange } from './server/exchange.ts';

/** A stand-in for one service: a folder beside this file, and a line in `start.ts`. */
export interface StandIn {
  /** For the page that lists the stand-ins. */
  name: string;
  about: string;
  /** Base path for its clients, below the sandbox's origin. */
  base: string;
  /** Handles every request whose path begins with one of these. */
  prefixes: string[];
  /** Answers one request. An exception ends the request with 500. */
  handle(exchange: Exchange): Promise<void> | void;
  /** Restores the initial state. Requests in progress continue. */
  reset(): void;
}
