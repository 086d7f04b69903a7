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

/** The reason to show it: the user has never closed it, or the free messages are used up. */
export type OnboardingReason = 'first-visit' | 'limit';

export interface OnboardingState {
  /** False after closing; it never reopens. */
  isOpen: boolean;
  reason: OnboardingReason;
  step: OnboardingStepId;
  answers: OnboardingAnswers;
  demo: OnboardingDemo;
}

export interface OnboardingActions {
  /** Selects or deselects a goal. */
  toggleGoal(goal: GoalId): void;
  /** Answers a quiz question. An answered question keeps its answer. */
  answer<Q extends QuizQuestionId>(question: Q, answer: NonNullable<QuizAnswers[Q]>): void;
  /**
   * Moves to the next step if this one is complete. After the last quiz answer, the screen calls it when its analysis
   * ends.
   */
  next(): void;
  previous(): void;
  /** Streams the reply to the demo question for this goal into `demo`, only once unless it fails. Never rejects. */
  startDemo(goal: GoalId): Promise<void>;
  /** Repeats a failed save. Call it after a reconnection. */
  saveAgain(): void;
  /** Stops the streaming reply, and keeps its text. */
  stopDemo(): void;
  /** Closes it permanently, as 'Skip for now' does: it no longer shows by itself. */
  close(): void;
}

export type OnboardingStore = StoreApi<OnboardingState & OnboardingActions>;

export interface OnboardingStoreDependencies {
  api: Pick<ApiClient, 'saveOnboarding' | 'onboardingDemo'>;
  reason: OnboardingReason;
  /** The progress saved on the server; null if it could not be fetched. */
  known: OnboardingResponse | null;
  /** Called when it is closed. */
  onClose: () => void;
  /** Called with the server's answer after a save. */
  onSaved: (saved: OnboardingResponse) => void;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Whether this step is complete. */
function canGoOn(step: OnboardingStepId, { goals, quiz }: OnboardingAnswers): boolean {
  if (step === 'goals') return goals.length > 0;
  if (step === 'quiz') return QUIZ.every(({ id }) => quiz[id] !== undefined);
  return true;
}

/**
 * Creates the store for one showing of the onboarding. Saves every step and answer on the server, so that a reload
 * restores them.
 */
export function createOnboardingStore(dependencies: OnboardingStoreDependencies): OnboardingStore {
  const { api, reason, known, onClose, onSaved, now } = dependencies;
  return createStore<OnboardingState & OnboardingActions>()((set, get) => {
    const demo = createOnboardingDemo({ api, now, hasDemo: known?.hasDemo ?? true, onChange: (demo) => set({ demo }) });
    let unsaved: OnboardingRequest = {};
    let isSaving = false;
    let isNextDue = false;

    /**
     * Saves one request at a time. Changes that come during a request, or whose request failed, go into the next one.
     * After a failure, the next request is sent at once only if there was another call during the failed one. Otherwise it
     * waits for the next call, at the latest after a reconnection.
     */
    async function save(change: OnboardingRequest): Promise<void> {
      unsaved = { ...unsaved, ...change };
      isNextDue = true;
      if (isSaving) return;
      isSaving = true;
      while (isNextDue && Object.keys(unsaved).length > 0) {
        const request = unsaved;
        unsaved = {};
        isNextDue = false;
        try {
          onSaved(await api.saveOnboarding(request));
        } catch {
          unsaved = { ...request, ...unsaved };
        }
      }
      isSaving = false;
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
      saveAgain: () => void save({}),

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
