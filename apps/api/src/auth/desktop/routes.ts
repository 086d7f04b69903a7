import express, { Router } from 'express';
import { AppError, t, type DesktopCodeResponse, type SignedInResponse } from '@parley/core';
import { DesktopCodeRequest, DesktopExchangeRequest } from '@parley/core/api';
import type { Cluster } from '../../cluster/cluster.ts';
import { addressKey } from '../../http/requests/address-key.ts';
import { parseBody } from '../../http/requests/parse-body.ts';
import { showAllowance } from '../../http/responses/rate-limit-headers.ts';
import { createRateLimit } from '../../limits/rate-limit.ts';
import type { Accounts } from '../accounts.ts';
import { requireUser, signedIn } from '../authenticate.ts';
import { describeDesktop } from '../describe-device.ts';
import { DESKTOP_CODE_LIFETIME_S, type Authorization, type DesktopCodes } from './desktop-codes.ts';

/** Per user. */
const CODES_AN_HOUR = 30;
/** Per network address. */
const EXCHANGES_AN_HOUR = 120;

/** Mounted at /api/auth/desktop. */
export function desktopRoutes(accounts: Accounts, codes: DesktopCodes, cluster: Pick<Cluster, 'limiter'>): Router {
  const router = Router();
  const json = express.json({ limit: '16kb' });
  const codeLimit = createRateLimit(cluster, 'desktop-codes', { requests: CODES_AN_HOUR, seconds: 3600 });
  const exchangeLimit = createRateLimit(cluster, 'desktop-exchanges', { requests: EXCHANGES_AN_HOUR, seconds: 3600 });

  /** Opens a session that the given one authorizes, unless that one ends meanwhile. */
  const openFrom = ({ user, session }: Authorization, device: string) =>
    accounts.openSession(user, () => accounts.isOpen(session), device, session.createdAt);

  router.post('/code', requireUser(accounts), json, async (req, res) => {
    const { challenge } = parseBody(DesktopCodeRequest, req.body);
    const who = signedIn(res);
    // Otherwise sessions could authorize each other forever without a new proof of identity.
    if (who.provenElsewhereAt !== null) {
      throw new AppError('forbidden', { message: t`Sign in on this page first, then sign in to the app.` });
    }
    showAllowance(res, await codeLimit.consume(who.user.id));
    const code = await codes.issue(who, challenge);
    res.json({ success: true, code, expiresIn: DESKTOP_CODE_LIFETIME_S } satisfies DesktopCodeResponse);
  });

  router.post('/exchange', json, async (req, res) => {
    const { code, verifier } = parseBody(DesktopExchangeRequest, req.body);
    showAllowance(res, await exchangeLimit.consume(addressKey(req.ip)));
    const found = await codes.take(code, verifier);
    const opened = found && (await openFrom(found, describeDesktop(req.get('User-Agent'))));
    if (!opened) throw new AppError('invalid-link', { message: t`This sign-in has expired. Start again in the app.` });
    const { token, user } = opened;
    res.json({ success: true, token, user: accounts.present(user) } satisfies SignedInResponse);
  });

  return router;
}
