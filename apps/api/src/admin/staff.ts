import type { RequestHandler, Response } from 'express';
import { AppError, t, type StaffRole } from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import { signedIn } from '../auth/authenticate.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { UserRecord } from '../storage/storage.ts';
import type { Audit } from './people/audit.ts';

const NEEDS_SECOND_FACTOR = t`Admins of this server need two-step sign-in. Turn it on in Settings, then come back.`;

/**
 * Lets only staff through. `isSafe`: whether this server lets the user act as staff, by how they sign in. Use it behind
 * `requireUser`.
 */
export function requireStaff(
  accounts: Pick<Accounts, 'roleOf'>,
  isSafe: (user: UserRecord) => Promise<boolean>,
): RequestHandler {
  return async (_req, res, next) => {
    const { user } = signedIn(res);
    const role = accounts.roleOf(user);
    if (role === null) throw new AppError('forbidden');
    if (!(await isSafe(user))) throw new AppError('forbidden', { message: NEEDS_SECOND_FACTOR });
    res.locals.staffRole = role;
    next();
  };
}

/** The role of the request's user, behind `requireStaff`. */
export function staffRole(res: Response): StaffRole {
  return res.locals.staffRole as StaffRole;
}

/** Lets only owners through. Others are in the audit list with what they tried. */
export function requireOwner(audit: Pick<Audit, 'refuse'>, limit: Pick<RateLimit, 'consume'>): RequestHandler {
  return async (req, res, next) => {
    if (staffRole(res) === 'owner') return next();
    const { user } = signedIn(res);
    await limit.consume(user.id);
    await audit.refuse(user, 'owner-page', { method: req.method, path: req.path.slice(0, 200) });
    throw new AppError('forbidden', { message: t`Only an owner can do this.` });
  };
}

/**
 * Adds every request that changes something to the audit list before it is handled. Stores the outcome before the
 * response, so that a list read after the response has it.
 */
export function recordActs(audit: Pick<Audit, 'begin'>): RequestHandler {
  return async (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    const details = { method: req.method, path: req.path.slice(0, 200) };
    const end = await audit.begin(signedIn(res).user, 'change', details);
    const answer = res.json.bind(res);
    res.json = (body) => {
      void end(res.statusCode < 400 ? 'done' : 'failed', details).then(() => answer(body));
      return res;
    };
    next();
  };
}
