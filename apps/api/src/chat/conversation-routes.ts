import express, { Router, type Response } from 'express';
import {
  AppError,
  RESTORABLE_DAYS,
  type ChangedConversationResponse,
  type PurgeResponse,
  type SearchResponse,
  type TrashResponse,
  type UsageResponse,
} from '@parley/core';
import {
  ConversationPatch,
  ConversationQuery,
  ExportRequest,
  HistoryQuery,
  PurgeRequest,
  SearchQuery,
} from '@parley/core/api';
import { signedIn } from '../auth/authenticate.ts';
import { callerOf } from '../http/requests/caller.ts';
import type { LongAnswers } from '../http/responses/long-answers.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { whenClosed } from '../http/responses/when-closed.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import { languageOf } from '../language/answer-in-language.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Work } from '../limits/work.ts';
import type { Budgets } from '../spending/budgets.ts';
import type { ConversationStore, PageRequest, ProjectStore } from '../storage/storage.ts';
import { conversationAsJson } from './branch-as-json.ts';
import { exportAsJson, exportAsMarkdown } from './exports/export-conversations.ts';
import { EVERYTHING, historyAsJson } from './history-as-json.ts';
import { knownId } from './known-id.ts';
import type { Replies } from './replies/replies.ts';
import type { UsageOf } from './usage-of.ts';

const USUAL_PAGE = 50;
const DAY_MS = 24 * 3_600_000;

interface ConversationRoutes {
  conversations: ConversationStore;
  /** The same without signed picture URLs, for exports, which outlive them. */
  stored: ConversationStore;
  projects: Pick<ProjectStore, 'find'>;
  replies: Replies;
  productName: string;
  usageOf: UsageOf;
  budgets: Pick<Budgets, 'readAccount'>;
  /** Rate limit for removing deleted conversations for good, by user. */
  purgeLimit: RateLimit;
  work: Pick<Work, 'searches'>;
  answers: LongAnswers;
  now: () => number;
}

/** The routes of /api/chat that list, find and change conversations; behind `requireUser`. */
export function conversationRoutes(dependencies: ConversationRoutes): Router {
  const { conversations, stored, projects, replies, productName, usageOf, budgets, purgeLimit, work, answers, now } =
    dependencies;
  const router = Router();

  const restorableSince = () => now() - RESTORABLE_DAYS * DAY_MS;

  /** Sends a conversation with one page of its messages. */
  async function sendConversation(res: Response, id: string, page: PageRequest): Promise<void> {
    const request = { conversations, userId: signedIn(res).user.id, id, ...page, language: languageOf(res) };
    res.type('json');
    await answers.send(res, (inTurn) => conversationAsJson({ ...request, inTurn }));
  }

  router.get('/history', async (req, res) => {
    const { user } = signedIn(res);
    const { messages, limit = EVERYTHING, before, project, only } = parseBody(HistoryQuery, req.query);
    const which = project === undefined ? only : { projectId: project };
    const page = toPage(limit, before);
    res.type('json');
    await answers.send(res, (inTurn) =>
      historyAsJson({ conversations, userId: user.id, page, only: which, messages, inTurn, language: languageOf(res) }),
    );
  });

  router.get('/usage', async (_req, res) => {
    const { user } = signedIn(res);
    const cost = await budgets.readAccount(user.id);
    res.json({ success: true, ...(await usageOf(user)), ...(cost && { cost }) } satisfies UsageResponse);
  });

  router.get('/search', async (req, res) => {
    const { q, limit } = parseBody(SearchQuery, req.query);
    const left = new AbortController();
    whenClosed(res, () => left.abort(new AppError('unavailable')));
    const { user } = signedIn(res);
    const hits = await work.searches.run(callerOf(res), () => conversations.search(user.id, q, limit, left.signal));
    res.json({ success: true, hits } satisfies SearchResponse);
  });

  router.get('/trash', async (req, res) => {
    const { limit = USUAL_PAGE, before } = parseBody(ConversationQuery, req.query);
    await answers.sendJson(res, async () => {
      const page = await conversations.listDeleted(signedIn(res).user.id, toPage(limit, before), restorableSince());
      const deleted = page.items.map(({ conversation, deletedAt }) => ({
        ...conversation,
        deletedAt: new Date(deletedAt).toISOString(),
      }));
      return { success: true, conversations: deleted, nextBefore: page.nextBefore } satisfies TrashResponse;
    });
  });

  router.delete('/trash', express.json({ limit: '16kb' }), async (req, res) => {
    const { user } = signedIn(res);
    const { ids } = parseBody(PurgeRequest, req.body);
    showAllowance(res, await purgeLimit.consume(user.id));
    const purged = await conversations.purgeDeleted(user.id, ids.map(knownId));
    res.json({ success: true, ids: purged } satisfies PurgeResponse);
  });

  router.post('/export', express.json({ limit: '16kb' }), async (req, res) => {
    const { user } = signedIn(res);
    const { ids, as } = parseBody(ExportRequest, req.body);
    const exportedAt = new Date(now()).toISOString();
    const request = { conversations: stored, userId: user.id, ids: ids.map(knownId), productName, exportedAt };
    await answers.send(res, async function* (inTurn) {
      const makeFile = as === 'json' ? exportAsJson : exportAsMarkdown;
      const { name, pieces } = await makeFile({ ...request, inTurn });
      res.attachment(name);
      yield* pieces;
    });
  });

  router.get('/:conversationId', async (req, res) => {
    const { limit = USUAL_PAGE, before } = parseBody(ConversationQuery, req.query);
    const id = knownId(req.params.conversationId);
    await sendConversation(res, id, toPage(limit, before));
  });

  router.patch('/:conversationId', express.json({ limit: '16kb' }), async (req, res) => {
    const id = knownId(req.params.conversationId);
    const changes = parseBody(ConversationPatch, req.body);
    const { user } = signedIn(res);
    const { projectId } = changes;
    if (projectId && !(await projects.find(user.id, projectId))) throw new AppError('not-found');
    const conversation = await conversations.update(user.id, id, changes);
    if (!conversation) throw new AppError('not-found');
    res.json({ success: true, conversation } satisfies ChangedConversationResponse);
  });

  router.delete('/:conversationId', async (req, res) => {
    const { user } = signedIn(res);
    const id = knownId(req.params.conversationId);
    await replies.stopConversation(user.id, id);
    if (!(await conversations.delete(user.id, id, now()))) throw new AppError('not-found');
    // Stops a reply that was started meanwhile; none can start any more.
    await replies.stopDeleted(user.id);
    res.json({ success: true });
  });

  router.post('/:conversationId/restore', async (req, res) => {
    const id = knownId(req.params.conversationId);
    const conversation = await conversations.restore(signedIn(res).user.id, id, restorableSince());
    if (!conversation) throw new AppError('not-found');
    res.json({ success: true, conversation } satisfies ChangedConversationResponse);
  });

  router.post('/:conversationId/versions/:messageId', async (req, res) => {
    const { user } = signedIn(res);
    const id = knownId(req.params.conversationId);
    const outcome = await conversations.showVersion(user.id, id, knownId(req.params.messageId));
    if (outcome === 'not-found') throw new AppError('not-found');
    if (outcome === 'busy') throw new AppError('reply-in-progress');
    await sendConversation(res, id, { limit: USUAL_PAGE });
  });

  return router;
}

function toPage(limit: number, before: string | undefined): PageRequest {
  return before === undefined ? { limit } : { limit, before };
}
