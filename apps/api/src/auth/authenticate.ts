import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@parley/core';
import type { Accounts, SignedIn } from './accounts.ts';

/** The bearer token of a request; undefined if it has none. Tokens are never read from the URL. */
export function bearerToken(req: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
}

/** Lets only signed-in requests through, by a session's token or by an API key for its scopes; see `signedIn`. */
export function requireUser(accounts: Accounts): RequestHandler {
  return async (req, res, next) => {
    const token = bearerToken(req);
    const found = token === undefined ? null : await findSignedIn(accounts, token, res);
    if (!found) throw new AppError('unauthorized');
    res.locals.signedIn = found;
    next();
  };
}

/** The user of a bearer token; null if it is invalid. `acceptKeys` or `limitRequests` may have looked it up before. */
export async function findSignedIn(
  accounts: Pick<Accounts, 'authenticate'>,
  token: string,
  res: Response,
): Promise<SignedIn | null> {
  return (res.locals.signedIn as SignedIn | undefined) ?? accounts.authenticate(token);
}

/** The user and session of the request, in a handler behind `requireUser`. */
export function signedIn(res: Response): SignedIn {
  return res.locals.signedIn as SignedIn;
}
