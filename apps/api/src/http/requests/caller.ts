import type { Response } from 'express';
import type { SignedIn } from '../../auth/accounts.ts';
import type { Caller, FairScheduler } from '../../limits/fair-scheduler.ts';
import { addressKey } from './address-key.ts';
import { endTurn } from './turn.ts';
import { whenClosed } from '../responses/when-closed.ts';

/**
 * The caller of a request, for scarce work; includes the user behind `requireUser`. Ends the request's turn, because
 * the work has places of its own.
 */
export function callerOf(res: Response): Caller {
  endTurn(res);
  const left = new AbortController();
  whenClosed(res, () => left.abort());
  const signedIn = res.locals.signedIn as SignedIn | undefined;
  return { user: signedIn?.user.id ?? null, address: addressKey(res.req.ip), signal: left.signal };
}

/** Holds a place in the scheduler until the response closes. Throws as `FairScheduler.enter` does. */
export async function holdPlace(res: Response, work: FairScheduler): Promise<void> {
  const { release } = await work.enter(callerOf(res));
  whenClosed(res, release);
}
