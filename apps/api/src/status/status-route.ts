import { Router, type RequestHandler } from 'express';
import { t, type StatusResponse } from '@parley/core';
import type { Status } from './status.ts';

/** Made outside of any request: what is recorded is English, and translated for each reader. */
const FAILING = t`Requests are failing.`;

/** GET /api/status: the public health of each part. */
export function statusRoute(status: Status): Router {
  const router = Router();
  router.get('/', async (_req, res) => {
    res.json({ success: true, parts: await status.report() } satisfies StatusResponse);
  });
  return router;
}

/** Records the result of each request, for the API or for the web app. */
export function recordResponses(status: Status): RequestHandler {
  return (req, res, next) => {
    const part = /^\/(?:api|v1)\/./.test(req.path) ? 'api' : 'web';
    res.once('finish', () => {
      // Of a provider, which is a part that reports itself, or of a busy server.
      if (res.statusCode === 502 || res.statusCode === 503) return;
      if (res.statusCode >= 500) status.record(part, 'down', FAILING);
      else status.record(part, 'operational');
    });
    next();
  };
}
