import type { RequestHandler } from 'express';
import { DESKTOP_ORIGIN } from '@parley/core';

/** Clients that are no pages of this server. Never `*`, never `null`, which any page in a sandboxed frame can be. */
const OTHER_ORIGINS = [DESKTOP_ORIGIN];

/** Seconds for which a browser needs not ask again. */
const REMEMBERED = '600';

/** Lets pages of these very origins, and no other, read answers. They say who they are by token: no cookie is let in. */
export function cors(origins: readonly string[] = OTHER_ORIGINS): RequestHandler {
  return (req, res, next) => {
    res.vary('Origin');
    const { origin } = req.headers;
    if (origin === undefined || !origins.includes(origin)) {
      next();
      return;
    }
    res.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'Retry-After, RateLimit, RateLimit-Policy',
    });
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
      next();
      return;
    }
    res.set({
      'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': REMEMBERED,
    });
    res.status(204).end();
  };
}
