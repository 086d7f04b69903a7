import { Router } from 'express';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser } from '../auth/authenticate.ts';
import { withPictureAddresses, type PictureAddresses } from '../files/picture-addresses.ts';
import type { LongAnswers } from '../http/responses/long-answers.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Work } from '../limits/work.ts';
import type { Budgets } from '../spending/budgets.ts';
import type { Storage } from '../storage/storage.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { PlanOf } from '../plans/plans.ts';
import type { ModelList } from './models/model-list.ts';
import { modelRoutes } from './models/model-routes.ts';
import { branchRoutes } from './branches/branch-routes.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { importRoutes } from './imports/import-routes.ts';
import type { Replies } from './replies/replies.ts';
import type { TemporaryReplies } from './temporary/temporary-replies.ts';
import { replyRoutes } from './reply-routes.ts';
import type { UsageOf } from './usage-of.ts';

export interface ChatRouteDependencies {
  storage: Storage;
  cluster: Pick<Cluster, 'inTurn' | 'limiter'>;
  accounts: Accounts;
  models: ModelList;
  planOf: PlanOf;
  replies: Replies;
  temporaryReplies: TemporaryReplies;
  productName: string;
  usageOf: UsageOf;
  budgets: Pick<Budgets, 'readAccount'>;
  pictures: PictureAddresses;
  /** Makes a user’s clients reload their list. */
  onImported: (userId: string) => void;
  /** Limits the bytes of text that one user stores. */
  textLimit: RateLimit;
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
  router.use(modelRoutes(dependencies));
  router.use(replyRoutes(dependencies));
  router.use(importRoutes({ storage, ...dependencies }));
  router.use(branchRoutes({ storage, ...dependencies }));
  const conversations = withPictureAddresses(storage.conversations, dependencies.pictures);
  const { conversations: stored, projects } = storage;
  router.use(conversationRoutes({ conversations, stored, projects, ...dependencies }));
  return router;
}
