import express, { Router, type RequestHandler } from 'express';
import { callerOf } from '../http/requests/caller.ts';
import { parseJson } from '../http/requests/parse-json.ts';
import { watchBody } from '../http/requests/watch-body.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import type { FairScheduler } from '../limits/fair-scheduler.ts';

/** Size limit for a request without files, in bytes. */
export const MAX_PLAIN_BYTES = 1024 * 1024;
/** Size limit in bytes: room for a PDF of 20 MB as a data URI, or for a picture and a smaller PDF. */
const MAX_BYTES = 32 * 1024 * 1024;
/** The most values of a request: each of a program's 2,000 messages has a few. */
const MAX_VALUES = 100_000;
/** Size in bytes up to which a request needs no place among `bodies`. */
const SHORT_BYTES = 128 * 1024;

/**
 * Parses the JSON of POST /api/chat/stream, which may contain files, and puts its length into `bodyBytes` of the
 * locals; behind `requireUser`. A long body is buffered whole and must arrive fast enough for its place among `bodies`.
 */
export function readStreamBody(bodies: FairScheduler, deadlines: Deadlines): RequestHandler {
  const plain = express.raw({ type: 'application/json', limit: MAX_PLAIN_BYTES });
  const withFiles = express.raw({ type: 'application/json', limit: MAX_BYTES });
  const read: RequestHandler = async (req, res, next) => {
    // The length of a body in chunks is known only at its end: it may have files.
    const length = Number(req.headers['content-length'] ?? MAX_BYTES);
    if (length <= SHORT_BYTES) return plain(req, res, next);
    const place = await bodies.enter(callerOf(res));
    const stopWatching = watchBody(req, place, deadlines);
    const readLong = length > MAX_PLAIN_BYTES ? withFiles : plain;
    readLong(req, res, (error?: unknown) => {
      stopWatching();
      place.release();
      next(error);
    });
  };
  const parse: RequestHandler = (req, res, next) => {
    const { body } = req as { body: unknown };
    if (Buffer.isBuffer(body)) {
      res.locals.bodyBytes = body.length;
      req.body = body.length === 0 ? {} : parseJson(body, MAX_VALUES);
    }
    next();
  };
  return Router().use(read, parse);
}
