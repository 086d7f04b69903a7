import { randomUUID } from 'node:crypto';
import express, { Router } from 'express';
import { AppError, receivedText, t } from '@parley/core';
import { SpeechRequest } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { knownId } from '../chat/known-id.ts';
import type { Speaker } from '../chat/model/speech/speaker.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { callerOf, holdPlace } from '../http/requests/caller.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import type { LongAnswers } from '../http/responses/long-answers.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { Work } from '../limits/work.ts';
import type { Spendings } from '../spending/spendings.ts';
import type { Storage } from '../storage/storage.ts';
import { isPartOf } from './is-part-of.ts';

export interface SpeechRoutes {
  speaker: Speaker;
  spendings: Spendings;
  storage: Pick<Storage, 'replies'>;
  accounts: Accounts;
  cluster: Pick<Cluster, 'limiter'>;
  limits: Pick<RequestLimits, 'speeches' | 'spokenCharacters' | 'spokenCharactersUnlimited'>;
  work: Pick<Work, 'speeches'>;
  answers: LongAnswers;
}

const DAY_S = 24 * 3600;

/** Mounted at /api/audio. */
export function speechRoutes(dependencies: SpeechRoutes): Router {
  const { speaker, spendings, storage, accounts, cluster, limits, work, answers } = dependencies;
  const router = Router();
  const requestLimit = createRateLimit(cluster, 'speeches', { requests: limits.speeches, seconds: 60 });
  const aDay = (name: string, requests: number) =>
    createRateLimit(cluster, name, {
      requests,
      seconds: DAY_S,
      reason: t`You’ve reached the daily limit for reading aloud.`,
    });
  const ofFree = aDay('spoken-characters', limits.spokenCharacters);
  const ofUnlimited = aDay('spoken-characters-unlimited', limits.spokenCharactersUnlimited);

  router.post('/speech', requireUser(accounts), express.json({ limit: '16kb' }), async (req, res) => {
    const { user } = signedIn(res);
    await accounts.checkMaySend(user);
    const { messageId, sentence } = parseBody(SpeechRequest, req.body);
    const caller = callerOf(res);
    await holdPlace(res, work.speeches);
    showAllowance(res, await requestLimit.consume(user.id));
    const message = await storage.replies.message(user.id, knownId(messageId));
    if (!message || message.isUser) throw new AppError('not-found');
    if (!isPartOf(sentence, receivedText(message))) {
      throw new AppError('invalid-request', { message: t`This sentence isn’t in the reply.` });
    }
    const daily = accounts.isUnlimited(user) ? ofUnlimited : ofFree;
    const reservationId = randomUUID();
    await spendings.budgets.reserve(user.id, 'read_aloud', reservationId);
    const payer = spendings.payerOf(user);
    const meter = spendings.openCall(payer, 'read_aloud', reservationId);
    let isConsumed = false;
    try {
      await daily.consume(user.id, sentence.length);
      isConsumed = true;
      await answers.send(res, async function* () {
        const { type, chunks } = await speaker.speak(sentence, caller.signal, meter);
        // Proxies must not buffer it.
        res.type(type).set({ 'Cache-Control': 'private, no-store', 'X-Accel-Buffering': 'no' });
        yield* chunks;
      });
    } catch (error) {
      // The service may bill speech that no one waited for.
      if (isConsumed && !caller.signal.aborted) await daily.giveBack(user.id, sentence.length);
      throw error;
    } finally {
      await spendings.add(payer, 'read_aloud', meter, reservationId);
    }
  });

  return router;
}
