import { GOALS, QUIZ, type OnboardingAnswers, type ProductivityScore } from '@parley/core';

interface ScorePartsProps {
  score: ProductivityScore;
  answers: OnboardingAnswers;
}

/** Lists each part of a score with its source and its points. */
export function ScoreParts({ score, answers }: ScorePartsProps) {
  const rows = [
    { part: 'base', label: 'Base', why: 'Where everyone starts', points: `${score.base}` },
    { part: 'goals', label: 'Your goals', why: goalsInWords(answers), points: `+${score.goals}` },
    { part: 'quiz', label: 'Your answers', why: findingOf(answers), points: `+${score.quiz}` },
    { part: 'bonus', label: 'Bonus', why: bonusInWords(score), points: `+${score.bonus}` },
  ];
  return (
    <dl className="score__parts">
      {rows.map(({ part, label, why, points }) => (
        <div key={part} data-part={part}>
          <dt>{label}</dt>
          <dd>{why}</dd>
          <dd>{points}</dd>
        </div>
      ))}
    </dl>
  );
}

function goalsInWords({ goals }: OnboardingAnswers): string {
  const words = GOALS.filter(({ id }) => goals.includes(id)).map(({ label }) => label.toLowerCase());
  const sentence = words.join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The finding from the answer with the most weight. */
function findingOf({ quiz }: OnboardingAnswers): string {
  const given = QUIZ.flatMap((question) => question.answers.filter(({ id }) => id === quiz[question.id]));
  const most = given.reduce((best, answer) => (best && best.bonus >= answer.bonus ? best : answer), given[0]);
  return most?.finding ?? 'No questions answered';
}

function bonusInWords({ bonus }: ProductivityScore): string {
  return bonus > 0 ? 'Three goals, three answers' : 'For three goals and three answers';
}
