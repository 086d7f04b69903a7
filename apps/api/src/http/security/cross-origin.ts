import cors from 'cors';
import type { RequestHandler } from 'express';

/**
 * Allows pages of exactly these origins to use the API, with a bearer token and never with cookies. Pages of any other
 * origin, including `null`, cannot read responses.
 */
export function crossOrigin(origins: string[]): RequestHandler {
  return cors({
    origin: origins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'X-Request-Id'],
    exposedHeaders: ['Content-Disposition', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
    maxAge: 7200,
  });
}
