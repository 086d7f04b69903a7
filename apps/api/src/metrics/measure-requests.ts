import type { RequestHandler, Response } from 'express';
import { Gauge } from 'prom-client';
import type { KnownRoute } from './known-route.ts';
import type { Metrics } from './metrics.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** Counts and times every request; open streams are also counted while they last. */
export function measureRequests(metrics: Metrics, knownRoute: KnownRoute): RequestHandler {
  const { requests, requestSeconds, registry } = metrics;
  const open = new Map<Response, string>();
  new Gauge({
    name: 'parley_http_open_streams',
    help: 'Event streams that are open: replies, and /api/events.',
    labelNames: ['route'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [res, route] of open) if (isStream(res)) this.inc({ route });
    },
  });
  return (req, res, next) => {
    const begun = performance.now();
    const route = knownRoute(req.path);
    const method = METHODS.has(req.method) ? req.method : 'other';
    open.set(res, route);
    res.once('close', () => {
      open.delete(res);
      // A client that disconnects early gets no response.
      const labels = { method, route, status: res.headersSent ? String(res.statusCode) : 'none' };
      requests.inc(labels);
      if (!isStream(res)) requestSeconds.observe(labels, (performance.now() - begun) / 1000);
    });
    next();
  };
}

function isStream(res: Response): boolean {
  return res.headersSent && String(res.getHeader('Content-Type')).startsWith('text/event-stream');
}
