import { z } from 'zod';
import { GOALS, ONBOARDING_STEPS, QUIZ } from '../../onboarding/onboarding.ts';
import { enumOf, idsOf } from '../enum-of.ts';
import { Mode } from '../chat/message.ts';
import { Success } from '../response.ts';

const [hours, writing, repetition] = QUIZ;
const Goal = enumOf(idsOf(GOALS));
const Step = enumOf(idsOf(ONBOARDING_STEPS));

const OnboardingAnswers = z.object({
  goals: z
    .array(Goal)
    .max(GOALS.length)
    .refine((goals) => new Set(goals).size === goals.length, 'must name each goal once'),
  quiz: z.object({
    [hours.id]: z.exactOptional(enumOf(idsOf(hours.answers))),
    [writing.id]: z.exactOptional(enumOf(idsOf(writing.answers))),
    [repetition.id]: z.exactOptional(enumOf(idsOf(repetition.answers))),
  }),
});
/** A user's answers in the onboarding: goals in the order they were chosen, and at most one answer to each question. */
export type OnboardingAnswers = z.infer<typeof OnboardingAnswers>;
export type QuizAnswers = OnboardingAnswers['quiz'];

const SuggestedPrompt = z.object({ mode: Mode, text: z.string() });
/** A suggested prompt and its mode. */
export type SuggestedPrompt = z.infer<typeof SuggestedPrompt>;

/** GET and PUT /api/onboarding: the user's progress. */
export const OnboardingResponse = Success.extend({
  answers: OnboardingAnswers,
  step: Step.describe('The step to continue with.'),
  hasSeen: z.boolean().describe('Whether it was closed or skipped before. It never opens by itself again then.'),
  hasDemo: z.boolean().describe('Whether the account still has its one demo.'),
  prompts: z.array(SuggestedPrompt).describe('The prompts that an empty chat suggests first, chosen from the answers.'),
});
export type OnboardingResponse = z.infer<typeof OnboardingResponse>;

/** PUT /api/onboarding: absent fields stay as they are. `answers` replaces all of them. */
export const OnboardingRequest = z.object({
  answers: OnboardingAnswers.optional(),
  step: Step.optional(),
  hasSeen: z.literal(true).optional(),
});
export type OnboardingRequest = z.infer<typeof OnboardingRequest>;

/** POST /api/onboarding/demo: streams a reply to the demo question of this goal. Counts no message. */
export const OnboardingDemoRequest = z.object({ goal: Goal });
export type OnboardingDemoRequest = z.infer<typeof OnboardingDemoRequest>;
