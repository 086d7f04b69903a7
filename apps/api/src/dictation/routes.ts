import { Router } from 'express';
import {
  AppError,
  DICTATION_LIMITS,
  RECORDING_TOO_LARGE,
  RECORDING_TOO_LONG,
  t,
  type TranscriptionResponse,
} from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import type { Transcriber } from '../chat/model/speech/transcriber.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { readBody } from '../files/read-body.ts';
import { measureRecording } from '../files/read-document.ts';
import { callerOf, holdPlace } from '../http/requests/caller.ts';
import { watchBody } from '../http/requests/watch-body.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { Work } from '../limits/work.ts';
import type { Spendings } from '../spending/spendings.ts';

export interface DictationRoutes {
  transcriber: Transcriber;
  spendings: Spendings;
  accounts: Accounts;
  cluster: Pick<Cluster, 'limiter'>;
  limits: Pick<RequestLimits, 'dictations' | 'dictatedSeconds' | 'dictatedSecondsUnlimited'>;
  work: Pick<Work, 'transcriptions' | 'bodies' | 'documents'>;
  deadlines: Deadlines;
}

const DAY_S = 24 * 3600;
/** Recorders stop a little late. */
const GRACE_S = 5;

/** Mounted at /api/audio. */
export function dictationRoutes({
  transcriber,
  spendings,
  accounts,
  cluster,
  limits,
  work,
  deadlines,
}: DictationRoutes): Router {
  const router = Router();
  const requestLimit = createRateLimit(cluster, 'dictations', { requests: limits.dictations, seconds: 60 });
  const aDay = (name: string, requests: number) =>
    createRateLimit(cluster, name, {
      requests,
      seconds: DAY_S,
      reason: t`You’ve reached the daily limit for dictation.`,
    });
  const ofFree = aDay('dictated-seconds', limits.dictatedSeconds);
  const ofUnlimited = aDay('dictated-seconds-unlimited', limits.dictatedSecondsUnlimited);

  router.post('/transcriptions', requireUser(accounts), async (req, res) => {
    const { user } = signedIn(res);
    await accounts.checkMaySend(user);
    const caller = callerOf(res);
    await holdPlace(res, work.transcriptions);
    showAllowance(res, await requestLimit.consume(user.id));
    const bytes = await work.bodies.run(caller, (place) => {
      const stopWatching = watchBody(req, place, deadlines);
      const refusal = () => new AppError('too-large', { message: RECORDING_TOO_LARGE });
      return readBody(req, DICTATION_LIMITS.bytes, refusal).finally(stopWatching);
    });
    if (bytes.length === 0) throw new AppError('invalid-request', { message: t`This recording is empty.` });
    const { container, seconds } = await work.documents.run(caller, () => measureRecording(bytes));
    if (seconds > DICTATION_LIMITS.seconds + GRACE_S) throw new AppError('too-large', { message: RECORDING_TOO_LONG });
    const daily = accounts.isUnlimited(user) ? ofUnlimited : ofFree;
    const points = Math.max(1, Math.ceil(seconds));
    await daily.consume(user.id, points);
    try {
      const recording = { bytes, container, durationMs: Math.round(seconds * 1000) };
      const text = await spendings.charge(spendings.payerOf(user), 'dictation', (meter) =>
        transcriber.transcribe({ ...recording, meter }, caller.signal),
      );
      res.json({ success: true, text } satisfies TranscriptionResponse);
    } catch (error) {
      // The service may bill a recording whose answer no one waited for.
      if (!caller.signal.aborted) await daily.giveBack(user.id, points);
      throw error;
    }
  });

  return router;
}
