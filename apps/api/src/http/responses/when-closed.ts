import type { Response } from 'express';

/**
 * Calls back once when a response has closed, sent or cut off. If it has already closed, calls back at once, because
 * `close` is not emitted again.
 */
export function whenClosed(res: Response, callback: () => void): void {
  if (res.closed) callback();
  else res.once('close', callback);
}
