import { Router } from 'express';
import { z } from 'zod';
import { AppError } from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { parseBody } from '../http/parse-body.ts';
import { readFigures, type FiguresDependencies } from './figures.ts';

const MOST_DAYS = 90;

export const figuresQuery = z.object({ days: z.coerce.number().int().min(1).max(MOST_DAYS).default(30) });

/** /api/admin, for admins only. */
export function adminRoutes(accounts: Accounts, figures: FiguresDependencies): Router {
  const router = Router();
  router.use(requireUser(accounts));
  router.use((_req, res, next) => {
    if (!accounts.isAdmin(signedIn(res).user)) throw new AppError('forbidden');
    next();
  });
  router.get('/figures', async (req, res) => {
    res.json(await readFigures(figures, parseBody(figuresQuery, req.query).days));
  });
  return router;
}
