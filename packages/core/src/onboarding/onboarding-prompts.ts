import type { GoalId, OnboardingAnswers, QuizAnswers, SuggestedPrompt } from './onboarding.ts';

/** How many prompts are suggested at a time. */
const SUGGESTED = 4;
/** How many goals are covered before the answers of the quiz. */
const GOALS_FIRST = 3;

/** Prompts by goal; the first of each goal comes before any second one. None repeats a prompt of `STARTING_PROMPTS`. */
const PROMPTS = {
  productivity: [
    { mode: 'normal', text: 'Turn my list of tasks into a plan for today' },
    { mode: 'thinking', text: 'Help me decide what to drop this week, and say why' },
  ],
  writing: [
    { mode: 'normal', text: 'Help me write an email that is hard to write' },
    { mode: 'normal', text: 'Make a text of mine shorter without losing anything' },
  ],
  research: [
    { mode: 'web_search', text: 'Find out what is known about a question of mine, with sources' },
    { mode: 'web_search', text: 'Compare two things I want to choose between, with sources' },
  ],
  creativity: [
    { mode: 'image', text: 'Draw a picture of a place that I describe' },
    { mode: 'normal', text: 'Give me ten unusual ideas for a birthday' },
  ],
  learning: [
    { mode: 'normal', text: 'Explain a topic to me in plain words, then in depth' },
    { mode: 'thinking', text: 'Test me with five questions on a topic I name' },
  ],
  automation: [
    { mode: 'normal', text: 'Turn work that I repeat into a checklist or a template' },
    { mode: 'thinking', text: 'Work out a formula or a small script for a task I describe' },
  ],
} as const satisfies Record<GoalId, readonly [SuggestedPrompt, SuggestedPrompt]>;

const WRITING_PROMPTS = {
  beginning: { mode: 'normal', text: 'Ask me three questions, then write my first paragraph' },
  sources: { mode: 'web_search', text: 'Check the facts in a text of mine, and name your sources' },
  length: { mode: 'normal', text: 'Cut a text of mine to half its length' },
  tone: { mode: 'normal', text: 'Show me a text of mine in three tones' },
} as const satisfies Record<NonNullable<QuizAnswers['writing']>, SuggestedPrompt>;

/** The prompts that an empty chat suggests first to a user with these answers: at most four, none without a goal. */
export function suggestedPrompts({ goals, quiz }: OnboardingAnswers): SuggestedPrompt[] {
  if (goals.length === 0) return [];
  const first = goals.map((goal) => PROMPTS[goal][0]);
  const second = goals.map((goal) => PROMPTS[goal][1]);
  const ofQuiz = quiz.writing ? [WRITING_PROMPTS[quiz.writing]] : [];
  const all = [...first.slice(0, GOALS_FIRST), ...ofQuiz, ...first.slice(GOALS_FIRST), ...second];
  return all.slice(0, SUGGESTED);
}

const DEMO_QUESTIONS = {
  productivity: 'Plan a focused hour for someone with 40 unread emails. Five short lines.',
  writing: 'Write a kind two-sentence email that says no to a meeting.',
  research: 'How do I judge whether a source can be trusted? Four short points.',
  creativity: 'Give me three names for a small café by the sea, each with one line on why.',
  learning: 'Explain compound interest with one small example, in four sentences.',
  automation: 'Make a short checklist for sending the same report every Friday.',
} as const satisfies Record<GoalId, string>;

/** The demo's question for this goal. */
export function demoQuestion(goal: GoalId): string {
  return DEMO_QUESTIONS[goal];
}
