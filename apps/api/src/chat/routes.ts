import { Router } from 'express';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser } from '../auth/authenticate.ts';
import { withPictureAddresses, type PictureAddresses } from '../files/picture-addresses.ts';
import type { LongAnswers } from '../http/responses/long-answers.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Work } from '../limits/work.ts';
import type { Storage } from '../storage/storage.ts';
import { conversationRoutes } from './conversation-routes.ts';
import type { Replies } from './replies/replies.ts';
import { replyRoutes } from './reply-routes.ts';
import type { UsageOf } from './usage-of.ts';

export interface ChatRouteDependencies {
  storage: Storage;
  accounts: Accounts;
  replies: Replies;
  productName: string;
  usageOf: UsageOf;
  pictures: PictureAddresses;
  /** Rate limit for new messages, by user. */
  messageLimit: RateLimit;
  /** Rate limit for removing deleted conversations for good, by user. */
  purgeLimit: RateLimit;
  work: Work;
  answers: LongAnswers;
  deadlines: Deadlines;
  now: () => number;
}

/** All routes of /api/chat. */
export function chatRoutes({ storage, ...dependencies }: ChatRouteDependencies): Router {
  const router = Router();
  router.use(requireUser(dependencies.accounts));
  router.use(replyRoutes(dependencies));
  const conversations = withPictureAddresses(storage.conversations, dependencies.pictures);
  router.use(conversationRoutes({ conversations, stored: storage.conversations, ...dependencies }));
  return router;
}
