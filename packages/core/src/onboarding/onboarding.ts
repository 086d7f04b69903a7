/** The steps of the onboarding, in order. */
export const ONBOARDING_STEPS = [
  { id: 'welcome', label: 'Welcome' },
  { id: 'goals', label: 'Goals' },
  { id: 'quiz', label: 'Quiz' },
  { id: 'assessment', label: 'Assessment' },
  { id: 'stories', label: 'Success stories' },
  { id: 'features', label: 'Features' },
  { id: 'demo', label: 'Demo' },
  { id: 'premium', label: 'Premium' },
] as const;

export type OnboardingStepId = (typeof ONBOARDING_STEPS)[number]['id'];

/** What people want help with. `weight` is what a goal adds to the productivity score. */
export const GOALS = [
  { id: 'productivity', label: 'Productivity', text: 'Plan, decide and finish', weight: 15 },
  { id: 'writing', label: 'Writing', text: 'Drafts, edits and tone', weight: 8 },
  { id: 'research', label: 'Research', text: 'Sources, facts and summaries', weight: 10 },
  { id: 'creativity', label: 'Creativity', text: 'Ideas, stories and images', weight: 8 },
  { id: 'learning', label: 'Learning', text: 'Explanations and practice', weight: 6 },
  { id: 'automation', label: 'Automation', text: 'Repetitive work, done for you', weight: 12 },
] as const;

export type GoalId = (typeof GOALS)[number]['id'];

/**
 * How people spend their time now. `bonus` is what an answer adds to the productivity score, more where an assistant
 * saves more. `finding` is the answer's sentence in the assessment.
 */
export const QUIZ = [
  {
    id: 'hours',
    text: 'How much of your week do you spend writing, reading and looking things up?',
    answers: [
      { id: 'under-2', label: 'Less than two hours', bonus: 0, finding: 'Less than two hours a week' },
      { id: '2-to-5', label: 'Two to five hours', bonus: 1, finding: 'A few hours a week' },
      { id: '5-to-10', label: 'Five to ten hours', bonus: 2, finding: 'More than an hour a day' },
      { id: 'over-10', label: 'More than ten hours', bonus: 3, finding: 'More than two hours a day' },
    ],
  },
  {
    id: 'writing',
    text: 'What takes you longest when you write?',
    answers: [
      { id: 'beginning', label: 'Getting started', bonus: 3, finding: 'Getting started takes most of your time' },
      {
        id: 'sources',
        label: 'Checking facts and finding sources',
        bonus: 4,
        finding: 'Finding sources takes most of your time',
      },
      { id: 'length', label: 'Cutting it to length', bonus: 2, finding: 'Cutting to length takes most of your time' },
      {
        id: 'tone',
        label: 'Getting the tone right',
        bonus: 2,
        finding: 'Getting the tone right takes most of your time',
      },
    ],
  },
  {
    id: 'repetition',
    text: 'How often do you repeat the same task by hand?',
    answers: [
      { id: 'rarely', label: 'Hardly ever', bonus: 0, finding: 'You rarely do the same task twice' },
      { id: 'weekly', label: 'About once a week', bonus: 1, finding: 'You repeat tasks every week' },
      { id: 'daily', label: 'Most days', bonus: 2, finding: 'You repeat tasks most days' },
      { id: 'hourly', label: 'Several times a day', bonus: 3, finding: 'You repeat tasks several times a day' },
    ],
  },
] as const;

export type QuizQuestionId = (typeof QUIZ)[number]['id'];

export const NO_ONBOARDING_ANSWERS = { goals: [] as GoalId[], quiz: {} };

/** The percentages that the analysis shows in turn after the last question. */
export const ANALYSIS_PERCENTS = [15, 35, 45, 70, 85, 100] as const;
