import { t } from '../language/translate.ts';
import type { OnboardingAnswers, QuizAnswers } from '../api/account/onboarding.ts';
import { GOALS } from './onboarding.ts';

type Sentences<Question extends keyof QuizAnswers> = Record<NonNullable<QuizAnswers[Question]>, string>;

const HOURS: Sentences<'hours'> = {
  'under-2': t`I spend less than two hours a week writing, reading and looking things up.`,
  '2-to-5': t`I spend two to five hours a week writing, reading and looking things up.`,
  '5-to-10': t`I spend five to ten hours a week writing, reading and looking things up.`,
  'over-10': t`I spend more than ten hours a week writing, reading and looking things up.`,
};

const WRITING: Sentences<'writing'> = {
  beginning: t`When I write, getting started takes me longest.`,
  sources: t`When I write, checking facts and finding sources takes me longest.`,
  length: t`When I write, cutting it to length takes me longest.`,
  tone: t`When I write, getting the tone right takes me longest.`,
};

const REPETITION: Sentences<'repetition'> = {
  rarely: '',
  weekly: t`I repeat the same task by hand about once a week.`,
  daily: t`I repeat the same task by hand most days.`,
  hourly: t`I repeat the same task by hand several times a day.`,
};

/** Proposes what the assistant could know about a user from the onboarding's answers; empty without any. */
export function aboutFromAnswers({ goals, quiz }: OnboardingAnswers, locale = 'en'): string {
  const topics = goals.flatMap((goal) => GOALS.find(({ id }) => id === goal)?.topic ?? []);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(topics);
  return [
    topics.length > 0 && t`I want help with ${list}.`,
    quiz.hours && HOURS[quiz.hours],
    quiz.writing && WRITING[quiz.writing],
    quiz.repetition && REPETITION[quiz.repetition],
  ]
    .filter(Boolean)
    .join(' ');
}
