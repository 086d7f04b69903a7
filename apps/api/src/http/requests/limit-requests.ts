import type { RequestHandler } from 'express';
import type { SignedIn } from '../../auth/accounts.ts';
import { bearerToken } from '../../auth/authenticate.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { FairScheduler } from '../../limits/fair-scheduler.ts';
import { createRateLimit, type RateLimit } from '../../limits/rate-limit.ts';
import { addressKey } from './address-key.ts';
import { takeTurn } from './turn.ts';

interface FloodLimit {
  ofUser: RateLimit;
  ofAddress: RateLimit;
}

/** Limits requests a minute of a user, and of an address. */
export function floodLimit(cluster: Pick<Cluster, 'limiter'>, name: string, user: number, address: number): FloodLimit {
  return {
    ofUser: createRateLimit(cluster, name, { requests: user, seconds: 60 }),
    ofAddress: createRateLimit(cluster, `${name}-address`, { requests: address, seconds: 60 }),
  };
}

interface RequestRules {
  /** For GET requests, and for all others. */
  reads: FloodLimit;
  changes: FloodLimit;
  /** The turns of signed-in users. */
  turns: FairScheduler;
  /** The user that a token was issued to; null if it is not one of ours. Does not query the store. */
  userOf: (token: string) => string | null;
}

const READS = ['GET', 'HEAD'];

/**
 * Limits requests to the API per user and per network address, and how many of one user run at once. Neither a user's
 * refused requests nor requests without a user take anything from the other users at an address.
 */
export function limitRequests({ reads, changes, turns, userOf }: RequestRules): RequestHandler {
  return async (req, res, next) => {
    const { ofUser, ofAddress } = READS.includes(req.method) ? reads : changes;
    const address = addressKey(req.ip);
    const token = bearerToken(req);
    // An API key has signed its user in.
    const who = res.locals.signedIn as SignedIn | undefined;
    const user = who?.user.id ?? (token === undefined ? null : userOf(token));
    if (user !== null) await ofUser.consume(user);
    await ofAddress.consume(user === null ? `visitors ${address}` : address);
    if (user !== null) await takeTurn(res, user, turns);
    next();
  };
}
