import express, { Router } from 'express';
import type { ChangedConversationResponse } from '@parley/core';
import { BranchRequest } from '@parley/core/api';
import { signedIn } from '../../auth/authenticate.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { callerOf } from '../../http/requests/caller.ts';
import { parseBody } from '../../http/requests/parse-body.ts';
import { showAllowance } from '../../http/responses/rate-limit-headers.ts';
import { createRateLimit, type RateLimit } from '../../limits/rate-limit.ts';
import type { Work } from '../../limits/work.ts';
import type { Storage } from '../../storage/storage.ts';
import { knownId } from '../known-id.ts';
import { branchConversation } from './branch-conversation.ts';

/** Copies per user: each may have thousands of messages. */
const A_MINUTE = 20;

interface BranchRoutes {
  storage: Pick<Storage, 'conversations'>;
  cluster: Pick<Cluster, 'inTurn' | 'limiter'>;
  /** Limits the bytes of text that one user stores. */
  textLimit: Pick<RateLimit, 'consume'>;
  work: Pick<Work, 'reads'>;
  now: () => number;
}

/** The route of /api/chat that copies a branch into a new conversation; behind `requireUser`. */
export function branchRoutes({ storage, cluster, textLimit, work, now }: BranchRoutes): Router {
  const router = Router();
  const limit = createRateLimit(cluster, 'branches', { requests: A_MINUTE, seconds: 60 });

  router.post('/:conversationId/branch', express.json({ limit: '16kb' }), async (req, res) => {
    const userId = signedIn(res).user.id;
    const conversationId = knownId(req.params.conversationId);
    const { id, messageId } = parseBody(BranchRequest, req.body);
    showAllowance(res, await limit.consume(userId));
    const branch = { userId, conversationId, messageId: knownId(messageId), id, now: now() };
    const caller = callerOf(res);
    // Another process may have the same request, which a lost connection repeats.
    const conversation = await cluster.inTurn(`branch ${userId} ${id}`, () =>
      work.reads.run(caller, () => branchConversation({ conversations: storage.conversations, textLimit }, branch)),
    );
    res.json({ success: true, conversation } satisfies ChangedConversationResponse);
  });

  return router;
}
