import { Router } from 'express';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser } from '../auth/authenticate.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Storage } from '../storage/storage.ts';
import { conversationRoutes } from './conversation-routes.ts';
import type { Replies } from './replies/replies.ts';
import { replyRoutes } from './reply-routes.ts';
import type { UsageOf } from './usage-of.ts';

export interface ChatRouteDependencies {
  storage: Storage;
  accounts: Accounts;
  replies: Replies;
  usageOf: UsageOf;
  /** Of new messages, by user. */
  messageLimit: RateLimit;
  now: () => number;
}

/** /api/chat */
export function chatRoutes({ storage, accounts, replies, usageOf, messageLimit, now }: ChatRouteDependencies): Router {
  const router = Router();
  router.use(requireUser(accounts));
  router.use(replyRoutes({ accounts, replies, messageLimit, usageOf }));
  router.use(conversationRoutes({ conversations: storage.conversations, replies, usageOf, now }));
  return router;
}
