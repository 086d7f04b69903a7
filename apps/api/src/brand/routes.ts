import express, { Router } from 'express';
import type { AcceptancesResponse, AdminBrandResponse, BrandResponse } from '@parley/core';
import { AcceptRequest, AdminBrandRequest } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import type { Acceptances } from './acceptances.ts';
import type { Brand } from './brand.ts';

/** GET /api/brand: the texts of the product, for every page. */
export function brandRoute(brand: Pick<Brand, 'textsElsewhere'>): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    res.json({ success: true, brand: brand.textsElsewhere ?? {} } satisfies BrandResponse);
  });
  return router;
}

/** Mounted at /api/account/acceptances. */
export function acceptanceRoutes(accounts: Accounts, acceptances: Acceptances): Router {
  const router = Router();
  router.use(requireUser(accounts));
  router.get('/', async (_req, res) => {
    const { user } = signedIn(res);
    res.json({ success: true, ...(await acceptances.read(user.id)) } satisfies AcceptancesResponse);
  });
  router.post('/', express.json({ limit: '4kb' }), async (req, res) => {
    const { user } = signedIn(res);
    const { documents } = parseBody(AcceptRequest, req.body);
    res.json({ success: true, ...(await acceptances.accept(user.id, documents)) } satisfies AcceptancesResponse);
  });
  return router;
}

/** Mounted at /api/admin/brand, behind its checks. */
export function adminBrandRoutes(brand: Pick<Brand, 'read' | 'change'>): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    res.json({ success: true, ...brand.read() } satisfies AdminBrandResponse);
  });
  router.put('/', express.json({ limit: '32kb' }), async (req, res) => {
    const { changes, revision } = parseBody(AdminBrandRequest, req.body);
    await brand.change(changes, revision);
    res.json({ success: true, ...brand.read() } satisfies AdminBrandResponse);
  });
  return router;
}
