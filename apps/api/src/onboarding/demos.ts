import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import {
  AppError,
  demoQuestion,
  hasAnswer,
  newUserMessage,
  t,
  translated,
  type GoalId,
  type Message,
  type StreamEvent,
} from '@parley/core';
import { answerFromModel } from '../chat/modes/answer-from-model.ts';
import { DEFAULT_ASSISTANT, type AssistantSettings } from '../chat/modes/prompt/assistant-settings.ts';
import { languageName } from '../chat/modes/prompt/language-name.ts';
import type { Backends, EmitReply, Turn, TurnFiles } from '../chat/modes/mode.ts';
import { LiveReply } from '../chat/replies/generate/live-reply.ts';
import { logFailure } from '../chat/replies/generate/log-failure.ts';
import { safetyIdentifier } from '../chat/safety-identifier.ts';
import { spokenLanguage } from '../language/speak.ts';
import type { Plans } from '../plans/plans.ts';
import { meterBackends } from '../spending/meter-backends.ts';
import type { Spendings } from '../spending/spendings.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import { ALWAYS_HELD } from '../cluster/lease.ts';
import { failureEvent } from '../chat/replies/stream/failure-event.ts';

/** Enough for a short answer and a reasoning model's thinking before it. */
const MAX_OUTPUT_TOKENS = 1_500;
const INSTRUCTIONS = ['Answer in at most 120 words.'];
const NO_FILES: TurnFiles = {
  bytes: async () => null,
  text: async () => null,
  drawPages: async () => [],
  keepPicture: async () => {
    throw new AppError('internal');
  },
};

export interface DemosDependencies {
  storage: Pick<Storage, 'onboarding' | 'usage'>;
  backends: Pick<Backends, 'model'>;
  spendings: Spendings;
  plans: Pick<Plans, 'usageOf'>;
  settings: { productName: string; jwtSecret: string; assistant?: AssistantSettings };
  logger: Logger;
  now: () => number;
}

export type Demos = ReturnType<typeof createDemos>;

/** Runs real replies outside of conversations: one per account, neither counted nor stored. */
export function createDemos({ storage, spendings, backends, plans, settings, logger, now }: DemosDependencies) {
  const running = new Set<LiveReply>();

  function turnOf(user: UserRecord, goal: GoalId, at: number): Turn {
    const question = newUserMessage(translated(demoQuestion(goal)), { id: randomUUID(), now: at, mode: 'normal' });
    return {
      messages: [question],
      leftOut: [],
      files: NO_FILES,
      conversationId: randomUUID(),
      safetyIdentifier: safetyIdentifier(settings.jwtSecret, user.id),
      productName: settings.productName,
      // A demo is free, so it costs one request to the model.
      assistant: { ...(settings.assistant ?? DEFAULT_ASSISTANT), autoTools: false },
      searchesByItself: false,
      about: '',
      answerStyle: '',
      language: languageName([spokenLanguage()]),
      now: at,
    };
  }

  async function settle(user: UserRecord, claimedAt: number, message: Message): Promise<StreamEvent> {
    const isGiven = message.status === 'complete' || (message.status === 'stopped' && hasAnswer(message));
    if (!isGiven) await storage.onboarding.giveDemoBack(user.id, claimedAt);
    const failure = failureEvent(message);
    if (failure) return failure;
    const window = await storage.usage.window(user.id);
    return { type: 'done', message, usage: plans.usageOf(user, window, now()) };
  }

  return {
    /**
     * Starts the account's demo. Throws `conflict` if it was already used. A demo that fails, or is stopped before any
     * output, can be repeated.
     */
    async begin(user: UserRecord, goal: GoalId): Promise<LiveReply> {
      const claimedAt = now();
      const generationId = randomUUID();
      await spendings.budgets.reserve(user.id, 'demo', generationId);
      let isClaimed = false;
      try {
        isClaimed = await storage.onboarding.claimDemo(user.id, claimedAt);
      } finally {
        if (!isClaimed) await spendings.budgets.settle(user.id, generationId, 0);
      }
      if (!isClaimed) throw new AppError('conflict', { message: t`You’ve already seen the demo.` });
      const turn = turnOf(user, goal, claimedAt);
      const [question] = turn.messages;
      const ids = {
        generationId,
        userMessageId: question?.id ?? '',
        assistantMessageId: randomUUID(),
      };
      const about = { userId: user.id, conversationId: turn.conversationId, clientMessageId: randomUUID() };
      const record = { ...ids, ...about, mode: 'normal' as const, status: 'streaming' as const };
      const payer = spendings.payerOf(user);
      const meter = spendings.openCall(payer, 'demo', generationId);
      const reply = new LiveReply(record, [{ type: 'accepted', ...ids }], claimedAt, {
        onProgress: () => meter.onProgress(),
        async store(message) {
          await spendings.add(payer, 'demo', meter, generationId);
          return settle(user, claimedAt, message);
        },
        onFailure: (error) => logFailure(logger, error, record),
        // No other process reads this reply or takes it over.
        onFrame() {},
        lease: ALWAYS_HELD,
      });
      running.add(reply);
      const options = { maxOutputTokens: MAX_OUTPUT_TOKENS, instructions: INSTRUCTIONS };
      const { model } = meterBackends(backends, meter);
      const answer = (emit: EmitReply, signal: AbortSignal) => answerFromModel(turn, model, options, emit, signal);
      void reply.run(answer).then(() => running.delete(reply));
      return reply;
    },

    /** Interrupts all running demos. */
    async close(): Promise<void> {
      const replies = [...running];
      for (const reply of replies) reply.halt('interrupt');
      await Promise.all(replies.map(({ ended }) => ended));
    },
  };
}
