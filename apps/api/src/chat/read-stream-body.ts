import express, { type RequestHandler } from 'express';
import { AppError } from '@parley/core';
import { signedIn } from '../auth/authenticate.ts';

/** Bytes of a request that has no files in it. */
export const MAX_PLAIN_BYTES = 1024 * 1024;
/** Room for a PDF of 20 MB as a data URI, or for a picture and a smaller PDF. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Long requests that are read at the same time, no two of one user: each is held in memory whole, and reading it takes tens of milliseconds. */
const LONG_AT_ONCE = 4;

/** Reads the JSON of POST /api/chat/stream, which may have files in it; behind `requireUser`. */
export function readStreamBody(): RequestHandler {
  const short = express.json({ limit: MAX_PLAIN_BYTES });
  const long = express.json({ limit: MAX_BYTES });
  const reading = new Set<string>();
  return (req, res, next) => {
    if (Number(req.headers['content-length'] ?? 0) <= MAX_PLAIN_BYTES) {
      short(req, res, next);
      return;
    }
    const { id } = signedIn(res).user;
    if (reading.size >= LONG_AT_ONCE || reading.has(id)) throw new AppError('unavailable', { retryAfter: 2 });
    reading.add(id);
    long(req, res, (error?: unknown) => {
      reading.delete(id);
      next(error);
    });
  };
}
