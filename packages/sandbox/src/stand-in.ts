import type { Exchange } from './server/exchange.ts';

/** One service that the sandbox stands in for: a folder beside this file, and a line in `start.ts`. */
export interface StandIn {
  /** For the page that lists the stand-ins. */
  name: string;
  about: string;
  /** Where its own clients are pointed to, below the sandbox's origin. */
  base: string;
  /** Every request to a path that begins with one of these is its own. */
  prefixes: string[];
  /** Answers one request. What it throws ends the request with 500. */
  handle(exchange: Exchange): Promise<void> | void;
  /** Back to the state it started in. Requests that are being answered go on. */
  reset(): void;
}
