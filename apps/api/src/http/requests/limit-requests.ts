import type { RequestHandler } from 'express';
import type { Accounts, SignedIn } from '../../auth/accounts.ts';
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
  accounts: Pick<Accounts, 'readToken' | 'findSession'>;
}

const READS = ['GET', 'HEAD'];
/** How long a session counts as open after it was read, in milliseconds. */
const FRESH_MS = 100;

/**
 * Limits requests to the API per user and per network address, and how many of one user run at once. Neither a user's
 * refused requests nor requests without a user take anything from the other users at an address, and a token whose
 * session has ended takes nothing from its user.
 */
export function limitRequests({ reads, changes, turns, accounts }: RequestRules): RequestHandler {
  /** Counts a request of the user that a token was issued to. Returns null, and counts nothing, once its session ended. */
  async function admit(token: string, ofUser: RateLimit): Promise<SignedIn | null> {
    const claims = accounts.readToken(token);
    if (!claims) return null;
    // Counted first, so that a user's excess requests never reach the store.
    await ofUser.consume(claims.userId);
    let found: SignedIn | null = null;
    try {
      found = await accounts.findSession(claims);
    } finally {
      if (!found) await ofUser.giveBack(claims.userId);
    }
    return found;
  }

  return async (req, res, next) => {
    const { ofUser, ofAddress } = READS.includes(req.method) ? reads : changes;
    const address = addressKey(req.ip);
    const token = bearerToken(req);
    // An API key has signed its user in.
    const ofKey = res.locals.signedIn as SignedIn | undefined;
    if (ofKey) await ofUser.consume(ofKey.user.id);
    const found = ofKey ?? (token === undefined ? null : await admit(token, ofUser));
    await ofAddress.consume(found ? address : `visitors ${address}`);
    if (found) {
      const asked = performance.now();
      await takeTurn(res, found.user.id, turns);
      // After a longer wait, `requireUser` checks again whether the session is open.
      if (performance.now() - asked < FRESH_MS) res.locals.signedIn = found;
    }
    next();
  };
}
