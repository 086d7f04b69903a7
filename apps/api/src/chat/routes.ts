import { Router } from 'express';
import { usageAt, type Usage, type UsageRule } from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser } from '../auth/authenticate.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import { conversationRoutes } from './conversation-routes.ts';
import type { Replies } from './replies/replies.ts';
import { replyRoutes } from './reply-routes.ts';

export interface ChatRouteDependencies {
  storage: Storage;
  accounts: Accounts;
  replies: Replies;
  usageRule: UsageRule;
  /** Of new messages, by user. */
  messageLimit: RateLimit;
  now: () => number;
}

/** /api/chat */
export function chatRoutes({
  storage,
  accounts,
  replies,
  usageRule,
  messageLimit,
  now,
}: ChatRouteDependencies): Router {
  const usageOf = async (user: UserRecord): Promise<Usage> =>
    usageAt(await storage.usage.window(user.id), now(), usageRule, accounts.isUnlimited(user));
  const router = Router();
  router.use(requireUser(accounts));
  router.use(replyRoutes({ accounts, replies, messageLimit, usageOf }));
  router.use(conversationRoutes({ conversations: storage.conversations, replies, usageOf, now }));
  return router;
}
