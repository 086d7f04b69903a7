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
      // A part that is away says so itself, and a server that is busy still works: both say 503.
      if (res.statusCode === 503) return;
      if (res.statusCode >= 500) status.record(part, 'down', 'Requests fail.');
      else status.record(part, 'operational');
    });
    next();
  };
}
