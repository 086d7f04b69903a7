import express, { Router } from 'express';
import { z } from 'zod';
import { AppError, type MeResponse, type SignedInResponse } from '@parley/core';
import type { RateLimit } from '../http/rate-limit.ts';
import { parseBody } from '../http/parse-body.ts';
import type { Accounts } from './accounts.ts';
import { bearerToken } from './authenticate.ts';

const credentials = z.strictObject({
  email: z.string().max(1000),
  password: z.string().max(1000),
});

export interface AuthRouteDependencies {
  accounts: Accounts;
  /** Of registrations and of logins, by network address. */
  limits: { register: RateLimit; login: RateLimit };
}

/** /api/auth */
export function authRoutes({ accounts, limits }: AuthRouteDependencies): Router {
  const router = Router();
  const json = express.json({ limit: '16kb' });

  router.post('/register', json, async (req, res) => {
    const { email, password } = parseBody(credentials, req.body);
    await limits.register.consume(req.ip ?? '');
    const { token, user } = await accounts.register(email, password);
    res.json({ success: true, token, user: accounts.present(user) } satisfies SignedInResponse);
  });

  router.post('/login', json, async (req, res) => {
    const { email, password } = parseBody(credentials, req.body);
    await limits.login.consume(req.ip ?? '');
    const { token, user } = await accounts.login(email, password);
    res.json({ success: true, token, user: accounts.present(user) } satisfies SignedInResponse);
  });

  router.get('/me', async (req, res) => {
    const token = bearerToken(req);
    if (token === undefined) {
      res.json({ success: false, user: null } satisfies MeResponse);
      return;
    }
    const found = await accounts.authenticate(token);
    if (!found) throw new AppError('unauthorized');
    res.json({ success: true, user: accounts.present(found.user) } satisfies MeResponse);
  });

  router.get('/logout', async (req, res) => {
    const token = bearerToken(req);
    const found = token === undefined ? null : await accounts.authenticate(token);
    if (found) await accounts.logout(found.session);
    res.json({ success: true });
  });

  return router;
}
