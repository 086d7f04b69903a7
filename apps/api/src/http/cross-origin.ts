import cors from 'cors';
import type { RequestHandler } from 'express';

/**
 * Lets pages of exactly these origins use the API: with a bearer token, never with cookies. Every other origin, `null`
 * among them, is granted nothing, and its pages can read no answer.
 */
export function crossOrigin(origins: string[]): RequestHandler {
  return cors({
    origin: origins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'X-Request-Id'],
    exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
    maxAge: 7200,
  });
}
