import express, { Router, type ErrorRequestHandler, type Response } from 'express';
import { z } from 'zod';
import { APPLE_CALLBACK_PATH } from '@parley/core';
import type { BoundStates } from '../providers/bound-states.ts';
import { readName } from '../providers/person.ts';

const answer = z.object({
  state: z.string().max(256),
  code: z.string().min(1).max(1024).optional(),
  error: z
    .string()
    .regex(/^[a-z_]{1,64}$/)
    .optional(),
  user: z.string().max(8192).optional(),
});

/**
 * Receives the form that Apple has the browser post. It arrives cross-site, without our cookie, so this route only
 * looks up the state and stores the name; the page that it redirects to exchanges the code in the same browser.
 */
export function appleCallback(states: BoundStates): Router {
  const router = Router();
  router.post(
    APPLE_CALLBACK_PATH,
    express.urlencoded({ extended: false, limit: '32kb', parameterLimit: 20 }),
    async (req, res) => {
      const { data } = answer.safeParse(req.body);
      if (!data || !(await states.keepName(data.state, readName(parse(data.user))))) {
        return goOn(res, { error: 'invalid_state' });
      }
      const { state, code, error } = data;
      if (error !== undefined || code === undefined) return goOn(res, { error: error ?? 'invalid_request' });
      goOn(res, { code, state });
    },
  );
  // Users see this page, so malformed requests redirect there, too.
  const unreadable: ErrorRequestHandler = (_error, _req, res, _next) => goOn(res, { error: 'invalid_request' });
  router.use(APPLE_CALLBACK_PATH, unreadable);
  return router;
}

function goOn(res: Response, answer: Record<string, string>): void {
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  res.redirect(303, `${APPLE_CALLBACK_PATH}?${new URLSearchParams(answer)}`);
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
