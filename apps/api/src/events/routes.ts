import { Router } from 'express';
import { AppError, type UserEvent } from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { endWithSession } from '../auth/end-with-session.ts';
import { EventStream } from '../http/event-stream.ts';
import type { UserStore } from '../storage/storage.ts';
import type { UserEvents } from './user-events.ts';

const STREAMS_OF_A_USER = 30;

export interface EventRouteDependencies {
  accounts: Accounts;
  users: UserStore;
  events: UserEvents;
}

/** GET /api/events: tells a client what has changed elsewhere, first how things are. */
export function eventRoutes({ accounts, users, events }: EventRouteDependencies): Router {
  const router = Router();
  const end = endWithSession(accounts, (res) => res.end());
  router.get('/', requireUser(accounts), end, (_req, res) => {
    const { id } = signedIn(res).user;
    if (events.count(id) >= STREAMS_OF_A_USER) throw new AppError('rate-limited', { retryAfter: 60 });
    let isBehind = false;
    const send = async (): Promise<void> => {
      isBehind = stream.isBlocked;
      if (isBehind) return;
      const user = await users.findById(id).catch(() => null);
      const event: UserEvent | null = user && { user: accounts.present(user) };
      if (event && stream.isOpen) stream.write(`data: ${JSON.stringify(event)}\n\n`);
    };
    const stopListening = events.listen(id, () => void send());
    const stream = new EventStream(res, {
      onDrain: () => void (isBehind && send()),
      onClose: stopListening,
    });
    void send();
  });
  return router;
}
