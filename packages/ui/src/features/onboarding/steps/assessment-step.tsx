import { productivityScore, SCORE_RANGE, type OnboardingAnswers, t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { ScoreChart } from '../quiz/score-chart.tsx';
import { ScoreParts } from '../quiz/score-parts.tsx';
import { StepFrame } from './step-frame.tsx';

interface AssessmentStepProps {
  answers: OnboardingAnswers;
  onPrevious: () => void;
  onNext: () => void;
}

export function AssessmentStep({ answers, onPrevious, onNext }: AssessmentStepProps) {
  const score = productivityScore(answers);
  const { base, goals, quiz, bonus, total } = score;
  const isCapped = base + goals + quiz + bonus > total;
  return (
    <StepFrame
      title={t`Your productivity score`}
      lead={t`How much of your work an assistant could take on.`}
      onPrevious={onPrevious}
      action={<Button onClick={onNext}>{t`Continue`}</Button>}
    >
      <div className="mt-8 grid grid-cols-[auto_1fr] items-end gap-x-8 gap-y-2 max-md:mt-6 max-md:grid-cols-[1fr] max-md:gap-6">
        <p className="text-[5rem]/16 font-strong tracking-[-0.045em] tabular-nums max-md:flex max-md:items-baseline max-md:gap-3 max-md:text-[4rem]/13">
          {total}
          <small className="mt-4 block text-sm font-normal tracking-[0] text-muted">{t`out of ${SCORE_RANGE.max}`}</small>
        </p>
        <ScoreChart score={score} />
        <ScoreParts score={score} answers={answers} />
      </div>
      {isCapped && (
        <p className="mt-3 text-sm text-subtle">{t`Your points add up to more, but scores stop at ${SCORE_RANGE.max}.`}</p>
      )}
    </StepFrame>
  );
}
