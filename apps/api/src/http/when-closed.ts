import type { Response } from 'express';

/**
 * Calls back once when an answer is over, sent or cut off: at once where that has been already, as nobody who comes
 * later is told of it.
 */
export function whenClosed(res: Response, callback: () => void): void {
  if (res.closed) callback();
  else res.once('close', callback);
}
