import express, { Router } from 'express';
import type { ApiKeysResponse, NewApiKeyResponse } from '@parley/core';
import { NewApiKey } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import type { ConfirmOwner } from '../auth/confirm-owner.ts';
import { knownId } from '../chat/known-id.ts';
import { callerOf } from '../http/requests/caller.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { ApiKeys } from './api-keys.ts';

interface ApiKeyRouteDependencies {
  accounts: Accounts;
  apiKeys: ApiKeys;
  confirm: ConfirmOwner;
  /** New keys by user. */
  limit: RateLimit;
}

/** Mounted at /api/account/api-keys. */
export function apiKeyRoutes({ accounts, apiKeys, confirm, limit }: ApiKeyRouteDependencies): Router {
  const router = Router();
  router.use(requireUser(accounts));

  router.get('/', async (_req, res) => {
    res.json({ success: true, apiKeys: await apiKeys.list(signedIn(res).user.id) } satisfies ApiKeysResponse);
  });

  router.post('/', express.json({ limit: '16kb' }), async (req, res) => {
    const wanted = parseBody(NewApiKey, req.body);
    const who = signedIn(res);
    await confirm(who, wanted, callerOf(res));
    showAllowance(res, await limit.consume(who.user.id));
    res.json({ success: true, ...(await apiKeys.create(who, wanted)) } satisfies NewApiKeyResponse);
  });

  router.delete('/:keyId', async (req, res) => {
    await apiKeys.revoke(signedIn(res).user.id, knownId(req.params.keyId));
    res.json({ success: true });
  });

  return router;
}
