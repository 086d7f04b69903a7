import type { Response } from 'express';
import type { SignedIn } from '../auth/accounts.ts';
import type { Caller, FairScheduler } from '../limits/fair-scheduler.ts';
import { addressKey } from './address-key.ts';
import { whenClosed } from './when-closed.ts';

/** Who a request comes from, for what is counted or scheduled by caller: behind `requireUser` with the user. */
export function callerOf(res: Response): Caller {
  const left = new AbortController();
  whenClosed(res, () => left.abort());
  const signedIn = res.locals.signedIn as SignedIn | undefined;
  return { user: signedIn?.user.id ?? null, address: addressKey(res.req.ip), signal: left.signal };
}

/** Takes a place for as long as an answer is open. Throws as `FairScheduler.enter` does. */
export async function holdPlace(res: Response, work: FairScheduler): Promise<void> {
  const { release } = await work.enter(callerOf(res));
  whenClosed(res, release);
}
