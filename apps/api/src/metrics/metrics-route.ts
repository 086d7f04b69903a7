import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { AppError } from '@parley/core';
import { bearerToken } from '../auth/authenticate.ts';
import type { Metrics } from './metrics.ts';

/**
 * GET /metrics, protected by the token; without a token setting the route is absent. Under this exact path only,
 * because proxies in front keep just that one internal.
 */
export function metricsRoute({ registry, collectProcess }: Metrics, token: string | null): Router {
  const router = Router({ strict: true, caseSensitive: true });
  if (token === null) {
    router.get('/metrics', () => {
      throw new AppError('not-found');
    });
    return router;
  }
  collectProcess();
  router.get('/metrics', async (req, res) => {
    if (!isSame(bearerToken(req) ?? '', token)) throw new AppError('unauthorized');
    res.type(registry.contentType).send(await registry.metrics());
  });
  return router;
}

/** Compares in constant time. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
