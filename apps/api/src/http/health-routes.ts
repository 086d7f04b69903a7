import { Router } from 'express';
import { AppError } from '@parley/core';
import type { Replies } from '../chat/replies/replies.ts';
import type { Storage } from '../storage/storage.ts';
import { VERSION } from '../version.ts';

/** GET /healthz: the process is alive, with its version. GET /readyz: it accepts work. */
export function healthRoutes(storage: Storage, replies: Replies): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ success: true, version: VERSION });
  });
  router.get('/readyz', async (_req, res) => {
    // With a time to retry after, the log has a warning instead of an error for each probe.
    if (!replies.isReady) throw new AppError('unavailable', { retryAfter: 5 });
    await storage.ping();
    res.json({ success: true });
  });
  return router;
}
