import { Router } from 'express';
import { AppError } from '@parley/core';
import { FiguresQuery } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { readFigures, type FiguresDependencies } from './figures.ts';

/** /api/admin, for admins only. */
export function adminRoutes(accounts: Accounts, figures: FiguresDependencies): Router {
  const router = Router();
  router.use(requireUser(accounts));
  router.use((_req, res, next) => {
    if (!accounts.isAdmin(signedIn(res).user)) throw new AppError('forbidden');
    next();
  });
  router.get('/figures', async (req, res) => {
    res.json(await readFigures(figures, parseBody(FiguresQuery, req.query).days));
  });
  return router;
}
