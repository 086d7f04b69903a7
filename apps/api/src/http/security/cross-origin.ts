import cors from 'cors';
import type { RequestHandler } from 'express';

/**
 * Allows pages of exactly these origins to use the API, with a bearer token and never with cookies. They may send any
 * header: OpenAI's library sends some of its own. Pages of any other origin, including `null`, cannot read responses.
 */
export function crossOrigin(origins: string[]): RequestHandler {
  return cors({
    origin: origins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'Content-Disposition',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Request-Id',
      'X-Should-Retry',
    ],
    maxAge: 7200,
  });
}
