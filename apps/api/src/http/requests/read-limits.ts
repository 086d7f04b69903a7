import type { RequestHandler } from 'express';
import type { SignedIn } from '../../auth/accounts.ts';
import { bearerToken } from '../../auth/authenticate.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import { addressKey } from './address-key.ts';

export interface ReadLimits {
  ofUser: RateLimit;
  ofAddress: RateLimit;
  /** The user that a token was issued to; null if it is not one of ours. Does not query the store. */
  userOf: (token: string) => string | null;
}

/**
 * Limits GET requests to the API per user and per network address. Neither a user's refused requests nor requests
 * without a user take anything from the other users at an address.
 */
export function limitReads({ ofUser, ofAddress, userOf }: ReadLimits): RequestHandler {
  return async (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') {
      const address = addressKey(req.ip);
      const token = bearerToken(req);
      // An API key has signed its user in.
      const who = res.locals.signedIn as SignedIn | undefined;
      const user = who?.user.id ?? (token === undefined ? null : userOf(token));
      if (user !== null) await ofUser.consume(user);
      await ofAddress.consume(user === null ? `visitors ${address}` : address);
    }
    next();
  };
}
