import type { RequestHandler, Response } from 'express';
import type { Accounts } from './accounts.ts';
import { signedIn } from './authenticate.ts';

/** How often it is looked whether whoever listens may still do so. */
const LOOK_MS = 3_000;
/** How long a listener may take to read what it was sent before. */
const ENDING_MS = 1_000;

/**
 * Ends answers that go on for long, within 5 s, when the session they were asked for with is revoked or has expired. What
 * they tell of goes on. `end` is how: so that the reader can tell whether it has it all. Behind `requireUser`.
 */
export function endWithSession(accounts: Pick<Accounts, 'isOpen'>, end: (res: Response) => void): RequestHandler {
  return (_req, res, next) => {
    const { session } = signedIn(res);
    const timer = setInterval(async () => {
      // A store that does not answer says nothing about the session.
      const isOpen = await accounts.isOpen(session).catch(() => true);
      if (isOpen || res.writableEnded) return;
      clearInterval(timer);
      end(res);
      setTimeout(() => void (res.writableFinished || res.destroy()), ENDING_MS).unref();
    }, LOOK_MS);
    timer.unref();
    res.on('close', () => clearInterval(timer));
    next();
  };
}
