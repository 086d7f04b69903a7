import express, { Router } from 'express';
import type { ShareCopyResponse, ShareResponse, SharesResponse } from '@parley/core';
import { NewShare, ReportRequest, ShareCopyRequest, ShareOptions } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { knownId } from '../chat/known-id.ts';
import { addressKey } from '../http/requests/address-key.ts';
import { callerOf } from '../http/requests/caller.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Work } from '../limits/work.ts';
import type { CopyShare } from './copy-share.ts';
import type { Shares } from './shares.ts';

interface ShareRouteDependencies {
  accounts: Accounts;
  shares: Shares;
  copyShare: CopyShare;
  /** Links made and updated, and copies, per user. */
  limit: RateLimit;
  /** Reports of shared pages, per network address. */
  reportLimit: RateLimit;
  work: Pick<Work, 'reads'>;
}

/** Mounted at /api/shares: the share links of the user, and copies and reports of what others shared. */
export function shareRoutes({ accounts, shares, copyShare, limit, reportLimit, work }: ShareRouteDependencies): Router {
  const router = Router();
  const json = express.json({ limit: '4kb' });

  router.post('/reports', json, async (req, res) => {
    const { token, reason } = parseBody(ReportRequest, req.body);
    showAllowance(res, await reportLimit.consume(addressKey(req.ip)));
    await shares.reports.add(token, reason);
    res.json({ success: true });
  });

  router.use(requireUser(accounts));

  router.get('/', async (_req, res) => {
    res.json({ success: true, shares: await shares.list(signedIn(res).user.id) } satisfies SharesResponse);
  });

  router.post('/', json, async (req, res) => {
    const { id: userId } = signedIn(res).user;
    const { id, conversationId, ...options } = parseBody(NewShare, req.body);
    showAllowance(res, await limit.consume(userId));
    const share = await work.reads.run(callerOf(res), () => shares.create(userId, id, conversationId, options));
    res.json({ success: true, share } satisfies ShareResponse);
  });

  router.post('/copies', json, async (req, res) => {
    const { id: userId } = signedIn(res).user;
    const { token } = parseBody(ShareCopyRequest, req.body);
    showAllowance(res, await limit.consume(userId));
    const caller = callerOf(res);
    const conversationId = await copyShare(userId, token, (read) => work.reads.run(caller, read));
    res.json({ success: true, conversationId } satisfies ShareCopyResponse);
  });

  router.put('/:shareId', json, async (req, res) => {
    const { id: userId } = signedIn(res).user;
    const id = knownId(String(req.params.shareId));
    const options = parseBody(ShareOptions, req.body);
    showAllowance(res, await limit.consume(userId));
    const share = await work.reads.run(callerOf(res), () => shares.update(userId, id, options));
    res.json({ success: true, share } satisfies ShareResponse);
  });

  router.delete('/:shareId', async (req, res) => {
    await shares.revoke(signedIn(res).user.id, knownId(req.params.shareId));
    res.json({ success: true });
  });

  return router;
}
