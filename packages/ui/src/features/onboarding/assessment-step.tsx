import { productivityScore, SCORE_RANGE, type OnboardingAnswers } from '@parley/core';
import { Button } from '../../kit/controls/button.tsx';
import { ScoreChart } from './score-chart.tsx';
import { ScoreParts } from './score-parts.tsx';
import { StepFrame } from './step-frame.tsx';
import './score.css';

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
      title="Your productivity score"
      lead="How much of your work an assistant could take on."
      onPrevious={onPrevious}
      action={<Button onClick={onNext}>Continue</Button>}
    >
      <div className="score">
        <p className="score__number">
          {total}
          <small>out of {SCORE_RANGE.max}</small>
        </p>
        <ScoreChart score={score} />
        <ScoreParts score={score} answers={answers} />
      </div>
      {isCapped && (
        <p className="mt-3 text-sm text-subtle">Your points add up to more, but scores stop at {SCORE_RANGE.max}.</p>
      )}
    </StepFrame>
  );
}
