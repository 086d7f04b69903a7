import { t } from '../language/translate.ts';
import type { OnboardingAnswers, QuizAnswers, SuggestedPrompt } from '../api/account/onboarding.ts';
import type { GoalId } from './onboarding.ts';

/** How many prompts are suggested at a time. */
const SUGGESTED = 4;
/** How many goals are covered before the answers of the quiz. */
const GOALS_FIRST = 3;

/**
 * Prompts by goal; the first of each goal comes before any second one. None repeats a prompt of `STARTING_PROMPTS`. A
 * function, like the others here, because the server has the language of each request.
 */
const promptsByGoal = (): Record<GoalId, readonly [SuggestedPrompt, SuggestedPrompt]> => ({
  productivity: [
    { mode: 'normal', text: t`Turn my to-do list into a plan for today` },
    { mode: 'thinking', text: t`Help me decide what to drop this week, and why` },
  ],
  writing: [
    { mode: 'normal', text: t`Help me write a difficult email` },
    { mode: 'normal', text: t`Shorten my text without losing anything` },
  ],
  research: [
    { mode: 'web_search', text: t`Research a question for me, with sources` },
    { mode: 'web_search', text: t`Compare two options for me, with sources` },
  ],
  creativity: [
    { mode: 'image', text: t`Create an image of a place I describe` },
    { mode: 'normal', text: t`Give me ten unusual ideas for a birthday` },
  ],
  learning: [
    { mode: 'normal', text: t`Explain a topic in plain words, then in depth` },
    { mode: 'thinking', text: t`Quiz me with five questions on a topic I name` },
  ],
  automation: [
    { mode: 'normal', text: t`Turn a task I repeat into a checklist or template` },
    { mode: 'thinking', text: t`Write a formula or small script for a task I describe` },
  ],
});

const promptsByAnswer = (): Record<NonNullable<QuizAnswers['writing']>, SuggestedPrompt> => ({
  beginning: { mode: 'normal', text: t`Ask me three questions, then write my first paragraph` },
  sources: { mode: 'web_search', text: t`Fact-check my text and list your sources` },
  length: { mode: 'normal', text: t`Cut my text to half its length` },
  tone: { mode: 'normal', text: t`Rewrite my text in three tones` },
});

/** The prompts that an empty chat suggests first to a user with these answers: at most four, none without a goal. */
export function suggestedPrompts({ goals, quiz }: OnboardingAnswers): SuggestedPrompt[] {
  if (goals.length === 0) return [];
  const prompts = promptsByGoal();
  const first = goals.map((goal) => prompts[goal][0]);
  const second = goals.map((goal) => prompts[goal][1]);
  const ofQuiz = quiz.writing ? [promptsByAnswer()[quiz.writing]] : [];
  const all = [...first.slice(0, GOALS_FIRST), ...ofQuiz, ...first.slice(GOALS_FIRST), ...second];
  return all.slice(0, SUGGESTED);
}

const demoQuestions = (): Record<GoalId, string> => ({
  productivity: t`Plan a focused hour for someone with 40 unread emails, in five short lines.`,
  writing: t`Write a kind two-sentence email declining a meeting.`,
  research: t`How do I tell whether a source is trustworthy? Four short points.`,
  creativity: t`Suggest three names for a small café by the sea, with one line on why for each.`,
  learning: t`Explain compound interest in four sentences, with one small example.`,
  automation: t`Make a short checklist for sending the same report every Friday.`,
});

/** The demo's question for this goal. */
export function demoQuestion(goal: GoalId): string {
  return demoQuestions()[goal];
}
