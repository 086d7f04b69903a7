import { GOALS, QUIZ, type OnboardingAnswers, type ProductivityScore, t } from '@parley/core';
import { withCommas } from '../../../kit/text/format/with-commas.ts';
import { PART_COLORS } from './part-colors.ts';

interface ScorePartsProps {
  score: ProductivityScore;
  answers: OnboardingAnswers;
}

/** Lists each part of a score with its source and its points. */
export function ScoreParts({ score, answers }: ScorePartsProps) {
  const rows = [
    { part: 'base', label: t`Base`, why: t`Where everyone starts`, points: `${score.base}` },
    { part: 'goals', label: t`Your goals`, why: goalsInWords(answers), points: `+${score.goals}` },
    { part: 'quiz', label: t`Your answers`, why: findingOf(answers), points: `+${score.quiz}` },
    { part: 'bonus', label: t`Bonus`, why: bonusInWords(score), points: `+${score.bonus}` },
  ] as const;
  return (
    <dl className="col-span-full mt-4 border-t border-hairline max-md:mt-0">
      {rows.map(({ part, label, why, points }) => (
        <div
          key={part}
          className={`grid grid-cols-[10rem_1fr_auto] items-baseline gap-x-3 border-b border-hairline py-2.5 max-md:grid-cols-[1fr_auto] max-md:py-2 ${PART_COLORS[part]}`}
        >
          <dt className="font-medium before:me-3 before:inline-block before:size-2 before:rounded-[2px] before:bg-(--part)">
            {label}
          </dt>
          <dd className="text-muted max-md:col-span-full max-md:row-start-2 max-md:ps-5 max-md:text-sm">{why}</dd>
          <dd className="tabular-nums">
            <bdi>{points}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function goalsInWords({ goals }: OnboardingAnswers): string {
  const sentence = withCommas(GOALS.filter(({ id }) => goals.includes(id)).map(({ topic }) => topic));
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The finding from the answer with the most weight. */
function findingOf({ quiz }: OnboardingAnswers): string {
  const given = QUIZ.flatMap((question) => question.answers.filter(({ id }) => id === quiz[question.id]));
  const most = given.reduce((best, answer) => (best && best.bonus >= answer.bonus ? best : answer), given[0]);
  return most?.finding ?? t`No questions answered`;
}

function bonusInWords({ bonus }: ProductivityScore): string {
  return bonus > 0 ? t`Three goals, three answers` : t`For three goals and three answers`;
}
