import { QUIZ, type QuizAnswers, t } from '@parley/core';
import { useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { useOpenOverlay } from '../../../kit/overlays/open-overlays.ts';
import type { OnboardingActions } from '../../../stores/onboarding/onboarding-store.ts';
import { Analysis } from '../quiz/analysis.tsx';
import { QuizQuestion } from '../quiz/quiz-question.tsx';
import { StepFrame } from './step-frame.tsx';

interface QuizStepProps {
  answers: QuizAnswers;
  onAnswer: OnboardingActions['answer'];
  onPrevious: () => void;
  onNext: () => void;
}

/** The quiz, one question at a time. The last answer starts the analysis, which continues by itself. */
export function QuizStep({ answers, onAnswer, onPrevious, onNext }: QuizStepProps) {
  const [at, setAt] = useState(() => firstOpen(answers));
  const [isAnalysing, setAnalysing] = useState(false);
  const [justAnswered, setJustAnswered] = useState<string | null>(null);
  const show = (index: number) => {
    setJustAnswered(null);
    setAt(index);
  };
  // The browser's Back leads where Previous does.
  useOpenOverlay('dialog', at > 0 && !isAnalysing, () => show(at - 1));
  const question = QUIZ[at];
  if (!question) return null;
  const given = answers[question.id];
  const isLast = at === QUIZ.length - 1;

  if (isAnalysing) {
    return (
      <StepFrame title={t`Calculating your score`} action={<Button disabled>{t`Continue`}</Button>}>
        <Analysis onEnd={onNext} />
      </StepFrame>
    );
  }
  return (
    <StepFrame
      eyebrow={t`Question ${at + 1} of ${QUIZ.length}`}
      title={question.text}
      onPrevious={at > 0 ? () => show(at - 1) : onPrevious}
      action={
        // Continue takes the focus once it is enabled.
        <Button
          key={`${question.id} ${given === undefined}`}
          ref={justAnswered === question.id ? focusOnMount : null}
          disabled={given === undefined}
          onClick={() => (isLast ? onNext() : show(at + 1))}
        >{t`Continue`}</Button>
      }
    >
      <QuizQuestion
        key={question.id}
        question={question}
        given={given}
        onAnswer={(answer) => {
          setJustAnswered(question.id);
          onAnswer(question.id, answer);
          if (isLast) setAnalysing(true);
        }}
      />
    </StepFrame>
  );
}

/** Index of the first unanswered question, or of the last question. */
function firstOpen(answers: QuizAnswers): number {
  const open = QUIZ.findIndex(({ id }) => answers[id] === undefined);
  return open === -1 ? QUIZ.length - 1 : open;
}
