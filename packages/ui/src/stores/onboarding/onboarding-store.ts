import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  ONBOARDING_STEPS,
  QUIZ,
  type GoalId,
  type OnboardingAnswers,
  type OnboardingRequest,
  type OnboardingResponse,
  type OnboardingStepId,
  type QuizAnswers,
  type QuizQuestionId,
} from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import { createOnboardingDemo, type OnboardingDemo } from './onboarding-demo.ts';

/** Why it is shown: the user has not closed it before, or the free messages are used up. */
export type OnboardingReason = 'first-visit' | 'limit';

export interface OnboardingState {
  /** False once it was left; it never opens again. */
  isOpen: boolean;
  reason: OnboardingReason;
  step: OnboardingStepId;
  answers: OnboardingAnswers;
  demo: OnboardingDemo;
}

export interface OnboardingActions {
  /** Chooses a goal, or takes it back. */
  toggleGoal(goal: GoalId): void;
  /** Answers a question of the quiz; one that is answered keeps its answer. */
  answer<Q extends QuizQuestionId>(question: Q, answer: NonNullable<QuizAnswers[Q]>): void;
  /** Goes one step on, where what this step asks for is given. After the last answer of the quiz the screen calls it when its analysis is over. */
  next(): void;
  previous(): void;
  /** Streams the reply to the demo's question for this goal into `demo`; once, unless it fails. Never rejects. */
  startDemo(goal: GoalId): Promise<void>;
  /** Stops the streaming reply, and keeps its text. */
  stopDemo(): void;
  /** Closes it for good, as 'Skip for now' does: it never shows by itself again. */
  close(): void;
}

export type OnboardingStore = StoreApi<OnboardingState & OnboardingActions>;

export interface OnboardingStoreDependencies {
  api: Pick<ApiClient, 'saveOnboarding' | 'onboardingDemo'>;
  reason: OnboardingReason;
  /** What the server knows; null where it could not be asked. */
  known: OnboardingResponse | null;
  /** It was left. */
  onClose: () => void;
  /** Called with the server's answer after a save. */
  onSaved: (saved: OnboardingResponse) => void;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Whether what this step asks for is given. */
function canGoOn(step: OnboardingStepId, { goals, quiz }: OnboardingAnswers): boolean {
  if (step === 'goals') return goals.length > 0;
  if (step === 'quiz') return QUIZ.every(({ id }) => quiz[id] !== undefined);
  return true;
}

/** One showing of the onboarding. Every step and every answer goes to the server, which gives them back after a reload. */
export function createOnboardingStore(dependencies: OnboardingStoreDependencies): OnboardingStore {
  const { api, reason, known, onClose, onSaved, now } = dependencies;
  return createStore<OnboardingState & OnboardingActions>()((set, get) => {
    const demo = createOnboardingDemo({ api, now, hasDemo: known?.hasDemo ?? true, onChange: (demo) => set({ demo }) });
    let unsaved: OnboardingRequest = {};
    let isSaving = false;

    /** One request at a time; what changes meanwhile goes with the next, and what fails along with what comes after it. */
    async function save(change: OnboardingRequest): Promise<void> {
      unsaved = { ...unsaved, ...change };
      if (isSaving) return;
      isSaving = true;
      try {
        while (Object.keys(unsaved).length > 0) {
          const request = unsaved;
          unsaved = {};
          const saved = await api.saveOnboarding(request).catch((error: unknown) => {
            unsaved = { ...request, ...unsaved };
            throw error;
          });
          onSaved(saved);
        }
      } catch {
        // The next change takes it along.
      } finally {
        isSaving = false;
      }
    }

    const changeAnswers = (change: Partial<OnboardingAnswers>): void => {
      const answers = { ...get().answers, ...change };
      set({ answers });
      void save({ answers });
    };

    const go = (by: 1 | -1): void => {
      const to = ONBOARDING_STEPS[ONBOARDING_STEPS.findIndex(({ id }) => id === get().step) + by];
      if (!to) return;
      demo.stop();
      set({ step: to.id });
      void save({ step: to.id });
    };

    return {
      isOpen: true,
      reason,
      step: reason === 'limit' ? 'premium' : (known?.step ?? 'welcome'),
      answers: known?.answers ?? { goals: [], quiz: {} },
      demo: demo.initial,

      toggleGoal(goal) {
        const { goals } = get().answers;
        changeAnswers({ goals: goals.includes(goal) ? goals.filter((id) => id !== goal) : [...goals, goal] });
      },

      answer(question, answer) {
        const { quiz } = get().answers;
        if (quiz[question] === undefined) changeAnswers({ quiz: { ...quiz, [question]: answer } });
      },

      next() {
        const { step, answers } = get();
        if (canGoOn(step, answers)) go(1);
      },
      previous: () => go(-1),
      startDemo: (goal) => demo.start(goal),
      stopDemo: () => demo.stop(),

      close() {
        if (!get().isOpen) return;
        demo.stop();
        set({ isOpen: false });
        onClose();
        void save({ hasSeen: true });
      },
    };
  });
}
