import express, { Router, type Response } from 'express';
import { AppError, NO_ONBOARDING_ANSWERS, suggestedPrompts, translated, type OnboardingResponse } from '@parley/core';
import { OnboardingDemoRequest, OnboardingRequest } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { endWithSession } from '../auth/end-with-session.ts';
import { sendLiveReply } from '../chat/replies/stream/send-reply.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import { languageOf } from '../language/answer-in-language.ts';
import { translateFrames } from '../language/translate-fields.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { whenClosed } from '../http/responses/when-closed.ts';
import type { OnboardingRecord, Storage } from '../storage/storage.ts';
import type { Demos } from './demos.ts';

export interface OnboardingRouteDependencies {
  accounts: Accounts;
  storage: Pick<Storage, 'onboarding'>;
  demos: Demos;
  /** Whether the server is shutting down and accepts no more work. */
  isDraining: () => boolean;
  deadlines: Deadlines;
  /** Demos per user, including failed ones. */
  demoLimit: RateLimit;
  now: () => number;
}

const AT_FIRST: OnboardingRecord = { step: 'welcome', answers: NO_ONBOARDING_ANSWERS, seenAt: null, demoUsedAt: null };

/** Mounted at /api/onboarding. */
export function onboardingRoutes(dependencies: OnboardingRouteDependencies): Router {
  const { accounts, storage, demos, isDraining, demoLimit, deadlines, now } = dependencies;
  const { onboarding } = storage;
  const router = Router();
  const json = express.json({ limit: '16kb' });
  router.use(requireUser(accounts));

  router.get('/', async (_req, res) => {
    answer(res, (await onboarding.find(signedIn(res).user.id)) ?? AT_FIRST);
  });

  router.put('/', json, async (req, res) => {
    const { hasSeen, answers, step } = parseBody(OnboardingRequest, req.body);
    const change = { ...(answers && { answers }), ...(step && { step }), ...(hasSeen && { seenAt: now() }) };
    answer(res, await onboarding.save(signedIn(res).user.id, change));
  });

  router.post(
    '/demo',
    json,
    endWithSession(accounts, (res) => res.end()),
    async (req, res) => {
      const { goal } = parseBody(OnboardingDemoRequest, req.body);
      const { user } = signedIn(res);
      if (isDraining()) throw new AppError('unavailable', { retryAfter: 5 });
      showAllowance(res, await demoLimit.consume(user.id));
      const reply = await demos.begin(user, goal);
      sendLiveReply(
        reply,
        -1,
        res,
        deadlines,
        () => {},
        (frames) => translateFrames(frames, languageOf(res)),
      );
      // A demo cannot be resumed.
      whenClosed(res, () => reply.halt('stop'));
    },
  );

  return router;
}

function answer(res: Response, { step, answers, seenAt, demoUsedAt }: OnboardingRecord): void {
  res.json({
    success: true,
    answers,
    step,
    hasSeen: seenAt !== null,
    hasDemo: demoUsedAt === null,
    prompts: suggestedPrompts(answers).map(({ mode, text }) => ({ mode, text: translated(text) })),
  } satisfies OnboardingResponse);
}
