import { Router, type RequestHandler } from 'express';
import type { StatusResponse } from '@parley/core';
import type { Status } from './status.ts';

/** GET /api/status: how each part is doing, for everyone. */
export function statusRoute(status: Status): Router {
  const router = Router();
  router.get('/', async (_req, res) => {
    res.json({ success: true, parts: await status.report() } satisfies StatusResponse);
  });
  return router;
}

/** Records how each request ended, as one to the API or as one for the web app. */
export function recordResponses(status: Status): RequestHandler {
  return (req, res, next) => {
    const part = /^\/api\/./.test(req.path) ? 'api' : 'web';
    res.once('finish', () => {
      // What this server cannot do now, and why, is told by the part that it lacks. Who is merely busy says when to come back.
      if (res.statusCode === 503 && !res.hasHeader('Retry-After')) return;
      if (res.statusCode >= 500) status.record(part, 'down', 'Requests fail.');
      else status.record(part, 'operational');
    });
    next();
  };
}
