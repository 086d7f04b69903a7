import { Router } from 'express';
import type { Logger } from 'pino';
import type { UserEvent } from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { endWithSession } from '../auth/end-with-session.ts';
import type { UsageOf } from '../chat/usage-of.ts';
import { holdPlace } from '../http/requests/caller.ts';
import { EventStream } from '../http/responses/event-stream.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import type { Work } from '../limits/work.ts';
import type { Storage } from '../storage/storage.ts';
import { EventFeed } from './event-feed.ts';
import type { UserEvents, UserHint } from './user-events.ts';

/** A question with its reply, and the message before them. */
const SENT_MESSAGES = 3;

export interface EventRouteDependencies {
  accounts: Accounts;
  storage: Pick<Storage, 'users' | 'conversations'>;
  usageOf: UsageOf;
  events: UserEvents;
  work: Pick<Work, 'events'>;
  deadlines: Deadlines;
  logger: Logger;
}

/** GET /api/events: streams a client's change events, starting with the current user. */
export function eventRoutes(dependencies: EventRouteDependencies): Router {
  const { accounts, storage, usageOf, events, work, deadlines, logger } = dependencies;
  const router = Router();
  const end = endWithSession(accounts, (res) => res.end());

  /** Reads the current state for a hint; null when the user no longer exists. */
  async function read(userId: string, hint: UserHint): Promise<UserEvent | null> {
    switch (hint.type) {
      case 'user':
      case 'usage': {
        const user = await storage.users.findById(userId);
        if (!user) return null;
        return hint.type === 'user'
          ? { type: 'user', user: accounts.present(user) }
          : { type: 'usage', usage: await usageOf(user) };
      }
      case 'conversation': {
        const { conversationId } = hint;
        const conversation = await storage.conversations.find(userId, conversationId);
        const ids = conversation && (await storage.conversations.lastMessageIds(userId, conversationId, SENT_MESSAGES));
        if (!ids) return { type: 'deleted', conversationId };
        return { type: 'conversation', conversation, lastMessageIds: ids };
      }
      default:
        return hint;
    }
  }

  router.get('/', requireUser(accounts), end, async (_req, res) => {
    const { id } = signedIn(res).user;
    await holdPlace(res, work.events);
    const feed = new EventFeed({
      async send(hint) {
        const event = await read(id, hint);
        if (event && stream.isOpen) stream.write(`data: ${JSON.stringify(event)}\n\n`);
      },
      isReady: () => stream.isOpen && !stream.isBlocked,
      // The client reconnects and learns that it may have missed events.
      onFailed: (error) => {
        logger.debug({ err: error }, 'an event could not be read');
        stream.end();
      },
    });
    const stopListening = events.listen(id, (hint) => feed.push(hint));
    const stream = new EventStream(res, deadlines, { onDrain: () => feed.pump(), onClose: stopListening });
    feed.push({ type: 'user' });
    feed.pump();
  });
  return router;
}
