import type { RequestHandler } from 'express';
import { bearerToken } from '../auth/authenticate.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { addressKey } from './address-key.ts';

export interface ReadLimits {
  ofUser: RateLimit;
  ofAddress: RateLimit;
  /** The user that a token was signed for; null where it is none of ours. Asks no store. */
  userOf: (token: string) => string | null;
}

/** Limits the GET requests to the API, of each network address and of each user. */
export function limitReads({ ofUser, ofAddress, userOf }: ReadLimits): RequestHandler {
  return async (req, _res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') {
      await ofAddress.consume(addressKey(req.ip));
      const token = bearerToken(req);
      const user = token === undefined ? null : userOf(token);
      if (user !== null) await ofUser.consume(user);
    }
    next();
  };
}
