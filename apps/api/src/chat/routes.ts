import express, { Router, type Response } from 'express';
import { z } from 'zod';
import {
  AppError,
  usageAt,
  type ActiveResponse,
  type CapabilitiesResponse,
  type ConversationResponse,
  type HistoryResponse,
  type StopResponse,
  type Usage,
  type UsageResponse,
  type UsageRule,
} from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { parseBody } from '../http/parse-body.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { PageRequest, Storage, UserRecord } from '../storage/storage.ts';
import type { Model } from './model/model.ts';
import type { FoundReply, Replies } from './replies/replies.ts';
import { sendEndedReply, sendLiveReply } from './replies/send-reply.ts';
import { readStreamRequest } from './stream-request.ts';

const MAX_PAGE = 200;
const EVERYTHING = 100_000;

const page = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
  before: z.string().max(200).optional(),
});
const historyPage = page.extend({ messages: z.enum(['all', 'last', 'none']).default('all') });
const position = z.object({ after: z.coerce.number().int().min(-1).optional() });
const id = z.uuid();

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
export function chatRoutes(dependencies: ChatRouteDependencies): Router {
  const { storage, accounts, replies, usageRule, messageLimit, now } = dependencies;
  const router = Router();
  router.use(requireUser(accounts));

  const usageOf = async (user: UserRecord): Promise<Usage> =>
    usageAt(await storage.usage.window(user.id), now(), usageRule, accounts.isUnlimited(user));

  async function sendReply(found: FoundReply, after: number, res: Response, onLeft = () => {}): Promise<void> {
    if (found.live) sendLiveReply(found.live, after, res, onLeft);
    else sendEndedReply(found.message, await usageOf(signedIn(res).user), after, res);
  }

  router.post('/stream', express.json({ limit: '1mb' }), async (req, res) => {
    const { user } = signedIn(res);
    const message = readStreamRequest(req.body, req.get('Idempotency-Key'));
    const repeat = await replies.findRepeat(user.id, message);
    if (repeat) return sendReply(repeat, -1, res);
    await messageLimit.consume(user.id);
    const reply = await replies.accept(signedIn(res), message);
    // A plain API caller cannot come back to a reply it never named, so it is not written for nobody.
    const onLeft = () => void (message.clientMessageId === null && reply.live?.halt('stop'));
    await sendReply(reply, -1, res, onLeft);
  });

  router.get('/stream/:generationId', async (req, res) => {
    const { after } = parseBody(position, req.query);
    const lastEventId = req.get('Last-Event-ID');
    const from = after ?? parseBody(position, { after: lastEventId }).after ?? -1;
    await sendReply(await replies.find(signedIn(res).user.id, known(req.params.generationId)), from, res);
  });

  router.post('/stream/:generationId/stop', async (req, res) => {
    const status = await replies.stop(signedIn(res).user.id, known(req.params.generationId));
    res.json({ success: true, status } satisfies StopResponse);
  });

  router.get('/active', async (_req, res) => {
    const active = await replies.listActive(signedIn(res).user.id);
    res.json({ success: true, replies: active } satisfies ActiveResponse);
  });

  router.get('/history', async (req, res) => {
    const { user } = signedIn(res);
    const { messages, limit = EVERYTHING, before } = parseBody(historyPage, req.query);
    const { items, nextBefore } = await storage.conversations.list(user.id, toPage(limit, before));
    const perConversation = { all: EVERYTHING, last: 1, none: 0 }[messages];
    const ids = items.map((conversation) => conversation.id);
    const texts = perConversation > 0 ? await storage.conversations.lastMessages(user.id, ids, perConversation) : null;
    const conversations = items.map((item) => ({ ...item, messages: texts?.get(item.id) ?? [] }));
    res.json({ success: true, conversations, nextBefore } satisfies HistoryResponse);
  });

  router.get('/usage', async (_req, res) => {
    res.json({ success: true, ...(await usageOf(signedIn(res).user)) } satisfies UsageResponse);
  });

  router.get('/:conversationId', async (req, res) => {
    const { user } = signedIn(res);
    const { limit = 50, before } = parseBody(page, req.query);
    const conversationId = known(req.params.conversationId);
    const conversation = await storage.conversations.find(user.id, conversationId);
    const found =
      conversation && (await storage.conversations.messages(user.id, conversationId, toPage(limit, before)));
    if (!conversation || !found) throw new AppError('not-found');
    const { items, nextBefore } = found;
    res.json({ success: true, conversation, messages: items, nextBefore } satisfies ConversationResponse);
  });

  router.delete('/:conversationId', async (req, res) => {
    const { user } = signedIn(res);
    const conversationId = known(req.params.conversationId);
    await replies.stopConversation(user.id, conversationId);
    if (!(await storage.conversations.delete(user.id, conversationId, now()))) throw new AppError('not-found');
    res.json({ success: true });
  });

  return router;
}

/** GET /api/capabilities */
export function capabilitiesRoute(model: Model): Router {
  return Router().get('/', async (_req, res) => {
    const { answers } = await model.capabilities();
    res.json({ success: true, normal: answers, thinking: answers } satisfies CapabilitiesResponse);
  });
}

/** An id from a path; what is no UUID cannot be anybody's. */
function known(value: string): string {
  if (!id.safeParse(value).success) throw new AppError('not-found');
  return value;
}

function toPage(limit: number, before: string | undefined): PageRequest {
  return before === undefined ? { limit } : { limit, before };
}
