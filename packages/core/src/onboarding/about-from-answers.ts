import { t } from '../language/translate.ts';
import type { OnboardingAnswers } from '../api/onboarding.ts';
import { GOALS, QUIZ } from './onboarding.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Proposes what the assistant could know about a user from the onboarding's answers; empty without any. */
export function aboutFromAnswers({ goals, quiz }: OnboardingAnswers): string {
  const [hours, writing, repetition] = QUIZ;
  const chosen = (question: (typeof QUIZ)[number]) =>
    question.answers.find(({ id }) => id === quiz[question.id])?.label.toLowerCase();
  const [spent, slow, repeats] = [chosen(hours), chosen(writing), chosen(repetition)];
  const helped = goals.flatMap((goal) => GOALS.find(({ id }) => id === goal)?.label.toLowerCase() ?? []);
  return [
    ...(helped.length > 0 ? [t`I want help with ${list.format(helped)}.`] : []),
    ...(spent ? [t`I spend ${spent} a week writing, reading and looking things up.`] : []),
    ...(slow ? [t`When I write, ${slow} takes me longest.`] : []),
    ...(repeats && quiz[repetition.id] !== 'rarely' ? [t`I repeat the same task by hand ${repeats}.`] : []),
  ].join(' ');
}
