import { setImmediate } from 'node:timers/promises';
import { Router, type Request, type Response } from 'express';
import type { ActiveResponse, StopResponse } from '@parley/core';
import { StreamQuery } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { signedIn } from '../auth/authenticate.ts';
import { endWithSession } from '../auth/end-with-session.ts';
import type { PictureAddresses } from '../files/picture-addresses.ts';
import { callerOf, holdPlace } from '../http/requests/caller.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import { languageOf } from '../language/answer-in-language.ts';
import { translateFields, translateFrames } from '../language/translate-fields.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Work } from '../limits/work.ts';
import { knownId } from './known-id.ts';
import { readRetryId } from './read-retry-id.ts';
import { readStreamBody } from './read-stream-body.ts';
import type { FoundReply, Replies } from './replies/replies.ts';
import { sendEndedReply, sendLiveReply } from './replies/stream/send-reply.ts';
import { isTemporary, readTemporaryRequest } from './temporary/temporary-request.ts';
import type { TemporaryReplies } from './temporary/temporary-replies.ts';
import { readStreamRequest } from './stream-request.ts';
import type { UsageOf } from './usage-of.ts';

interface ReplyRoutes {
  accounts: Accounts;
  replies: Replies;
  temporaryReplies: TemporaryReplies;
  /** Rate limit for new messages, by user. */
  messageLimit: RateLimit;
  usageOf: UsageOf;
  pictures: PictureAddresses;
  work: Pick<Work, 'readers' | 'bodies'>;
  deadlines: Deadlines;
}

/** The routes of /api/chat that send, read and stop replies; behind `requireUser`. */
export function replyRoutes(dependencies: ReplyRoutes): Router {
  const { accounts, replies, temporaryReplies, messageLimit, usageOf, pictures, work, deadlines } = dependencies;
  const router = Router();
  const whileSignedIn = endWithSession(accounts, (res) => res.end());

  async function sendReply(found: FoundReply, after: number, res: Response, onLeft = () => {}): Promise<void> {
    const { user } = signedIn(res);
    const language = languageOf(res);
    // A new reply asks its model before its first event is sent.
    await setImmediate();
    const present = (frames: string) => translateFrames(pictures.frames(frames, user.id), language);
    if (found.live) sendLiveReply(found.live, after, res, deadlines, onLeft, present);
    else {
      const message = translateFields(pictures.message(found.message, user.id), language);
      sendEndedReply(message, await usageOf(user), after, res, deadlines);
    }
  }

  async function sendTemporaryReply(req: Request, res: Response): Promise<void> {
    const { user } = signedIn(res);
    const message = readTemporaryRequest(req.body, req.get('Idempotency-Key'));
    const isResumable = message.clientMessageId !== null;
    req.body = undefined;
    await holdPlace(res, work.readers);
    const repeat = await temporaryReplies.findRepeat(user.id, message);
    if (repeat) return sendReply({ live: repeat }, -1, res);
    await accounts.checkMaySend(user);
    showAllowance(res, await messageLimit.consume(user.id));
    const reply = await temporaryReplies.accept(user, message, callerOf(res), req.acceptsLanguages());
    // Without an id of the message, the caller cannot resume the reply.
    await sendReply({ live: reply }, -1, res, () => {
      if (!isResumable) reply.halt('stop');
    });
  }

  router.post('/stream', readStreamBody(work.bodies, deadlines), whileSignedIn, async (req, res) => {
    const { user } = signedIn(res);
    if (isTemporary(req.body)) return sendTemporaryReply(req, res);
    const bytes = (res.locals.bodyBytes as number | undefined) ?? 0;
    const given = readStreamRequest(req.body, bytes, req.get('Idempotency-Key'));
    const message = { ...given, clientMessageId: given.clientMessageId ?? readRetryId(req) };
    const isResumable = given.clientMessageId !== null;
    // The request lasts as long as its reply, and files may have megabytes.
    req.body = undefined;
    await holdPlace(res, work.readers);
    const admit = async () => {
      await accounts.checkMaySend(user);
      showAllowance(res, await messageLimit.consume(user.id));
      return () => messageLimit.giveBack(user.id);
    };
    const from = { caller: callerOf(res), languages: req.acceptsLanguages() };
    const { reply, isNew } = await replies.accept(signedIn(res), message, from, admit);
    // A plain API caller cannot resume a reply whose message it did not name, so the reply is stopped.
    const onLeft = () => {
      if (isNew && !isResumable && reply.live) replies.abandon(reply.live.record);
    };
    await sendReply(reply, -1, res, onLeft);
  });

  router.get('/stream/:generationId', whileSignedIn, async (req: Request<{ generationId: string }>, res) => {
    const { after = -1 } = parseBody(StreamQuery, { after: req.query.after || undefined });
    // The header counts: EventSource reconnects to its original URL, whose `?after` is out of date by then.
    const { after: from = after } = parseBody(StreamQuery, { after: req.get('Last-Event-ID') || undefined });
    await holdPlace(res, work.readers);
    const { user } = signedIn(res);
    const id = knownId(req.params.generationId);
    const temporary = temporaryReplies.find(user.id, id);
    await sendReply(temporary ? { live: temporary } : await replies.find(user.id, id), from, res);
  });

  router.post('/stream/:generationId/stop', async (req, res) => {
    const { user } = signedIn(res);
    const id = knownId(req.params.generationId);
    const status = (await temporaryReplies.stop(user.id, id)) ?? (await replies.stop(user.id, id));
    res.status(status === 'stopping' ? 202 : 200).json({ success: true, status } satisfies StopResponse);
  });

  router.get('/active', async (_req, res) => {
    const active = await replies.listActive(signedIn(res).user.id);
    res.json({ success: true, replies: active } satisfies ActiveResponse);
  });

  return router;
}
