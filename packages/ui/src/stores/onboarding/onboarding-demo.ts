import {
  AppError,
  applyEvent,
  completeReply,
  demoQuestion,
  failReply,
  newReply,
  type GoalId,
  type Message,
} from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import { problemText } from '../problem-text.ts';

export interface OnboardingDemo {
  /**
   * `ready`: can be started; `running`; `over`: the reply is complete or was stopped; `failed`: can be restarted;
   * `used`: this account has had its demo.
   */
  status: 'ready' | 'running' | 'over' | 'failed' | 'used';
  /** The question; null before the start. */
  question: string | null;
  /** The reply so far; null before the start. */
  reply: Message | null;
  /** The reason for a failure, in a sentence. */
  problem: string | null;
}

interface OnboardingDemoDependencies {
  api: Pick<ApiClient, 'onboardingDemo'>;
  now: () => number;
  hasDemo: boolean;
  onChange: (demo: OnboardingDemo) => void;
}

/** Creates the demo, which streams a real reply outside of any conversation. */
export function createOnboardingDemo({ api, now, hasDemo, onChange }: OnboardingDemoDependencies) {
  const initial: OnboardingDemo = {
    status: hasDemo ? 'ready' : 'used',
    question: null,
    reply: null,
    problem: null,
  };
  let demo = initial;
  let running: AbortController | null = null;

  const change = (to: Partial<OnboardingDemo>): void => {
    demo = { ...demo, ...to };
    onChange(demo);
  };

  const fail = (error: unknown): void => {
    if (error instanceof AppError && error.code === 'conflict') {
      change({ status: 'used', question: null, reply: null });
      return;
    }
    const problem = problemText(error);
    const code = error instanceof AppError ? error.code : 'interrupted';
    change({ status: 'failed', problem, reply: demo.reply && failReply(demo.reply, code, problem) });
  };

  return {
    initial,

    async start(goal: GoalId): Promise<void> {
      if (demo.status !== 'ready' && demo.status !== 'failed') return;
      const controller = new AbortController();
      running = controller;
      let reply = newReply('', { id: 'demo', now: now(), mode: 'normal' });
      change({ status: 'running', question: demoQuestion(goal), reply, problem: null });
      try {
        await api.onboardingDemo(
          { goal },
          {
            signal: controller.signal,
            onEvent(event) {
              if (controller.signal.aborted) return;
              reply = applyEvent(reply, event);
              change({ reply });
            },
          },
        );
        if (controller.signal.aborted) return;
        if (reply.isError) fail(new AppError(reply.errorCode ?? 'internal', { message: reply.error ?? '' }));
        else if (reply.status === 'streaming') fail(new AppError('interrupted'));
        else change({ status: 'over' });
      } catch (error) {
        if (!controller.signal.aborted) fail(error);
      } finally {
        if (running === controller) running = null;
      }
    },

    stop(): void {
      if (!running) return;
      running.abort();
      running = null;
      change({ status: 'over', reply: demo.reply && completeReply(demo.reply, 'stopped') });
    },
  };
}
