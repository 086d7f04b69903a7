import type { RequestHandler, Response } from 'express';
import { whenClosed } from '../http/responses/when-closed.ts';
import type { Accounts } from './accounts.ts';
import { signedIn } from './authenticate.ts';

/** Polling interval for sessions that expire or end in another process. */
const LOOK_MS = 3_000;
/** How long a client may take to read buffered data. */
const ENDING_MS = 1_000;

/**
 * Ends long-lived responses when their session ends: at once if this process ended it, else within 5 s. The work behind
 * them continues. `end` closes the response so that the reader can tell whether it is complete. Use it behind
 * `requireUser`.
 */
export function endWithSession(accounts: Pick<Accounts, 'onEnd'>, end: (res: Response) => void): RequestHandler {
  return (_req, res, next) => {
    const who = signedIn(res);
    const look = async () => {
      // A store that is unreachable says nothing about the session.
      const isOpen = await who.isOpen().catch(() => true);
      if (isOpen || res.writableEnded) return;
      stop();
      end(res);
      setTimeout(() => void (res.writableFinished || res.destroy()), ENDING_MS).unref();
    };
    const timer = setInterval(look, LOOK_MS).unref();
    const stopWatching = accounts.onEnd(who.session, look);
    const stop = () => {
      clearInterval(timer);
      stopWatching();
    };
    whenClosed(res, stop);
    next();
  };
}
