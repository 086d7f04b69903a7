import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@parley/core';
import type { Accounts, SignedIn } from './accounts.ts';

/** The bearer token of a request; undefined if it has none. Tokens are never read from the URL. */
export function bearerToken(req: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
}

/** Lets only signed-in requests through; see `signedIn`. */
export function requireUser(accounts: Accounts): RequestHandler {
  return async (req, res, next) => {
    const token = bearerToken(req);
    const found = token === undefined ? null : await accounts.authenticate(token);
    if (!found) throw new AppError('unauthorized');
    res.locals.signedIn = found;
    next();
  };
}

/** The user and session of the request, in a handler behind `requireUser`. */
export function signedIn(res: Response): SignedIn {
  return res.locals.signedIn as SignedIn;
}
