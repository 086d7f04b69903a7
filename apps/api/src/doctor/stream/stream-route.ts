import { Router } from 'express';
import { AppError, type DoctorEvent } from '@parley/core';
import { EventStream } from '../../http/responses/event-stream.ts';
import type { Deadlines } from '../../limits/deadlines.ts';
import { countProxies } from './count-proxies.ts';
import { createStreamTokens } from './stream-token.ts';

/** Below the path of the user's events, so that a proxy treats it like other streams. */
export const STREAM_PATH = '/api/events/check';
/** The header with a token of `StreamTokens`. */
export const TOKEN_HEADER = 'X-Doctor-Token';
/** Pause between the two events, in milliseconds. */
export const PAUSE_MS = 600;

/**
 * GET /api/events/check: two events with a pause, sent like replies, which show whether a proxy holds them back.
 * Answers only `parley doctor`.
 */
export function streamRoute(secret: string, trusted: number, deadlines: Deadlines): Router {
  const router = Router();
  const tokens = createStreamTokens(secret);
  router.get('/', (req, res) => {
    if (!tokens.isValid(req.get(TOKEN_HEADER) ?? '')) throw new AppError('not-found');
    const start: DoctorEvent = { proxies: countProxies(req.get('X-Forwarded-For')), trusted };
    let timer: NodeJS.Timeout | undefined;
    const stream = new EventStream(res, deadlines, { onDrain() {}, onClose: () => clearTimeout(timer) });
    stream.write(`data: ${JSON.stringify(start)}\n\n`);
    timer = setTimeout(() => {
      stream.write('data: {}\n\n');
      stream.end();
    }, PAUSE_MS);
  });
  return router;
}
