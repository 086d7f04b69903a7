import { t } from '../language/translate.ts';
/** The steps of the onboarding, in order. */
export const ONBOARDING_STEPS = [
  { id: 'welcome', label: t`Welcome` },
  { id: 'goals', label: t`Goals` },
  { id: 'quiz', label: t`Quiz` },
  { id: 'assessment', label: t`Assessment` },
  { id: 'stories', label: t`Success stories` },
  { id: 'features', label: t`Features` },
  { id: 'demo', label: t`Demo` },
  { id: 'premium', label: t`Premium` },
] as const;

export type OnboardingStepId = (typeof ONBOARDING_STEPS)[number]['id'];

/** What people want help with. `topic` is its name in a list; `weight` is what it adds to the productivity score. */
export const GOALS = [
  { id: 'productivity', label: t`Productivity`, topic: t`productivity`, text: t`Plan, decide and finish`, weight: 15 },
  { id: 'writing', label: t`Writing`, topic: t`writing`, text: t`Drafts, edits and tone`, weight: 8 },
  { id: 'research', label: t`Research`, topic: t`research`, text: t`Sources, facts and summaries`, weight: 10 },
  { id: 'creativity', label: t`Creativity`, topic: t`creativity`, text: t`Ideas, stories and images`, weight: 8 },
  { id: 'learning', label: t`Learning`, topic: t`learning`, text: t`Explanations and practice`, weight: 6 },
  { id: 'automation', label: t`Automation`, topic: t`automation`, text: t`Repetitive work, done for you`, weight: 12 },
] as const;

export type GoalId = (typeof GOALS)[number]['id'];

/**
 * How people spend their time now. `bonus` is what an answer adds to the productivity score, more where an assistant
 * saves more. `finding` is the answer's sentence in the assessment.
 */
export const QUIZ = [
  {
    id: 'hours',
    text: t`How much of your week do you spend writing, reading and looking things up?`,
    answers: [
      { id: 'under-2', label: t`Less than two hours`, bonus: 0, finding: t`Less than two hours a week` },
      { id: '2-to-5', label: t`Two to five hours`, bonus: 1, finding: t`A few hours a week` },
      { id: '5-to-10', label: t`Five to ten hours`, bonus: 2, finding: t`More than an hour a day` },
      { id: 'over-10', label: t`More than ten hours`, bonus: 3, finding: t`More than two hours a day` },
    ],
  },
  {
    id: 'writing',
    text: t`What takes you longest when you write?`,
    answers: [
      { id: 'beginning', label: t`Getting started`, bonus: 3, finding: t`Getting started takes most of your time` },
      {
        id: 'sources',
        label: t`Checking facts and finding sources`,
        bonus: 4,
        finding: t`Finding sources takes most of your time`,
      },
      { id: 'length', label: t`Cutting it to length`, bonus: 2, finding: t`Cutting to length takes most of your time` },
      {
        id: 'tone',
        label: t`Getting the tone right`,
        bonus: 2,
        finding: t`Getting the tone right takes most of your time`,
      },
    ],
  },
  {
    id: 'repetition',
    text: t`How often do you repeat the same task by hand?`,
    answers: [
      { id: 'rarely', label: t`Hardly ever`, bonus: 0, finding: t`You rarely do the same task twice` },
      { id: 'weekly', label: t`About once a week`, bonus: 1, finding: t`You repeat tasks every week` },
      { id: 'daily', label: t`Most days`, bonus: 2, finding: t`You repeat tasks most days` },
      { id: 'hourly', label: t`Several times a day`, bonus: 3, finding: t`You repeat tasks several times a day` },
    ],
  },
] as const;

export type QuizQuestionId = (typeof QUIZ)[number]['id'];

export const NO_ONBOARDING_ANSWERS = { goals: [] as GoalId[], quiz: {} };

/** The percentages that the analysis shows in turn after the last question. */
export const ANALYSIS_PERCENTS = [15, 35, 45, 70, 85, 100] as const;
