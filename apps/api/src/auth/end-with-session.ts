import type { RequestHandler, Response } from 'express';
import { whenClosed } from '../http/when-closed.ts';
import type { Accounts } from './accounts.ts';
import { signedIn } from './authenticate.ts';

/** How often it is looked whether whoever listens may still do so, for sessions that expire or are ended elsewhere. */
const LOOK_MS = 3_000;
/** How long a listener may take to read what it was sent before. */
const ENDING_MS = 1_000;

/**
 * Ends answers that go on for long when the session they were asked for with is over: at once when this process ended it,
 * else within 5 s. What they tell of goes on. `end` is how: so that the reader can tell whether it has it all. Behind
 * `requireUser`.
 */
export function endWithSession(
  accounts: Pick<Accounts, 'isOpen' | 'onEnd'>,
  end: (res: Response) => void,
): RequestHandler {
  return (_req, res, next) => {
    const { session } = signedIn(res);
    const look = async () => {
      // A store that does not answer says nothing about the session.
      const isOpen = await accounts.isOpen(session).catch(() => true);
      if (isOpen || res.writableEnded) return;
      stop();
      end(res);
      setTimeout(() => void (res.writableFinished || res.destroy()), ENDING_MS).unref();
    };
    const timer = setInterval(look, LOOK_MS).unref();
    const stopWatching = accounts.onEnd(session, look);
    const stop = () => {
      clearInterval(timer);
      stopWatching();
    };
    whenClosed(res, stop);
    next();
  };
}
