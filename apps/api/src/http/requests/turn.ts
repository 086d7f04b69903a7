import type { Response } from 'express';
import type { FairScheduler } from '../../limits/fair-scheduler.ts';
import { whenClosed } from '../responses/when-closed.ts';
import { addressKey } from './address-key.ts';

/**
 * Waits for this user's turn. It ends with the response, or when the request asks for a place of other work. Throws as
 * `FairScheduler.enter` does.
 */
export async function takeTurn(res: Response, user: string, turns: FairScheduler): Promise<void> {
  const left = new AbortController();
  whenClosed(res, () => left.abort());
  const { release } = await turns.enter({ user, address: addressKey(res.req.ip), signal: left.signal });
  res.locals.endTurn = release;
  whenClosed(res, release);
}

/** Ends the turn of a request that goes on to wait for something else. */
export function endTurn(res: Response): void {
  (res.locals.endTurn as (() => void) | undefined)?.();
}
