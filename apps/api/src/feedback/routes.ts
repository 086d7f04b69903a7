import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import express, { Router } from 'express';
import { AppError, receivedText, t, type FeedbackResponse, type ModeId } from '@parley/core';
import { FeedbackRequest } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { knownId } from '../chat/known-id.ts';
import { callerOf } from '../http/requests/caller.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Work } from '../limits/work.ts';
import type { Storage } from '../storage/storage.ts';
import { VERSION } from '../version.ts';

interface FeedbackRouteDependencies {
  accounts: Accounts;
  storage: Pick<Storage, 'feedback' | 'conversations'>;
  /** The configured model of each mode; null without one. */
  modelNames: Record<ModeId, string | null>;
  limit: RateLimit;
  work: Pick<Work, 'reads'>;
  now: () => number;
}

/** Characters of a question and of a reply that are sent along. */
const MAX_WORDS = 20_000;

const REPORTED = t`You reported this reply. Take the report back before you rate it.`;

/** Mounted at /api/feedback: what users think of replies, and their reports of them. */
export function feedbackRoutes({ accounts, storage, modelNames, limit, work, now }: FeedbackRouteDependencies): Router {
  const { feedback: store, conversations } = storage;
  const router = Router();
  router.use(requireUser(accounts));

  router.get('/:conversationId/:messageId', async (req, res) => {
    const found = await store.find(signedIn(res).user.id, knownId(req.params.messageId));
    if (!found) throw new AppError('not-found');
    const { rating, reasons, comment, question } = found;
    const feedback = { rating, reasons, comment, sendsWords: question !== null };
    res.json({ success: true, feedback } satisfies FeedbackResponse);
  });

  router.put('/:conversationId/:messageId', express.json({ limit: '8kb' }), async (req, res) => {
    const userId = signedIn(res).user.id;
    const [conversationId, messageId] = [knownId(req.params.conversationId), knownId(req.params.messageId)];
    const { rating, reasons, comment, sendsWords } = parseBody(FeedbackRequest, req.body);
    showAllowance(res, await limit.consume(userId));
    const tree = (await work.reads.run(callerOf(res), () => conversations.tree(userId, conversationId))) ?? [];
    const message = (id: string | null | undefined) => tree.find((node) => node.message.id === id);
    const found = message(messageId);
    const mode = found?.message.mode;
    // No model of this server wrote an imported reply, which has no mode.
    const canBeRated = found && mode && !found.message.isUser && found.message.status !== 'streaming';
    if (!canBeRated) throw new AppError('not-found');
    const question = sendsWords ? message(found.parentId) : undefined;
    const said = {
      rating,
      reasons: [...new Set(reasons)].toSorted(),
      comment,
      question: question ? beginningOf(question.message.text) : null,
      reply: question ? beginningOf(receivedText(found.message)) : null,
    };
    const before = await store.find(userId, messageId);
    if (before?.rating === 'report') {
      if (rating !== 'report') throw new AppError('conflict', { message: REPORTED });
      // The same report again does not open it again.
      if (isDeepStrictEqual({ ...before, ...said }, before)) return void res.json({ success: true });
    }
    await store.put({
      userId,
      conversationId,
      messageId,
      ...said,
      mode,
      model: found.message.model?.id ?? modelNames[mode],
      version: VERSION,
      createdAt: now(),
      reportId: rating === 'report' ? randomUUID() : null,
      doneAt: null,
    });
    res.json({ success: true });
  });

  router.delete('/:conversationId/:messageId', async (req, res) => {
    const isKnown = await store.remove(signedIn(res).user.id, knownId(req.params.messageId));
    if (!isKnown) throw new AppError('not-found');
    res.json({ success: true });
  });

  return router;
}

function beginningOf(text: string): string {
  return text.slice(0, MAX_WORDS).toWellFormed();
}
