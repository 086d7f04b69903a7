import { t } from '@parley/core';
import type { GoalId, Message } from '@parley/core';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { Question } from '../../../kit/reply/question.tsx';
import type { OnboardingDemo } from '../../../stores/onboarding/onboarding-demo.ts';
import { DemoQuestions } from '../demo-questions.tsx';
import { StepFrame } from './step-frame.tsx';

/** Within this many pixels of the end, the view follows the reply as it grows. */
const FOLLOWS_WITHIN = 150;

export interface DemoReplyProps {
  message: Message;
  /** Undefined where no retry is possible. */
  onRetry: (() => void) | undefined;
}

interface DemoStepProps {
  productName: string;
  goals: readonly GoalId[];
  demo: OnboardingDemo;
  /** Renders the reply as the chat does. */
  Reply: ComponentType<DemoReplyProps>;
  onStart: (goal: GoalId) => void;
  onStop: () => void;
  onPrevious: () => void;
  onNext: () => void;
}

/** A real reply to a chosen question, which does not count toward the free messages. */
export function DemoStep({ productName, goals, demo, Reply, onStart, onStop, onPrevious, onNext }: DemoStepProps) {
  const { status, question, reply } = demo;
  const [asked, setAsked] = useState<GoalId | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const scroller = end.current?.parentElement;
    if (status !== 'running' || !scroller) return;
    const { scrollHeight, scrollTop, clientHeight } = scroller;
    if (scrollHeight - scrollTop - clientHeight <= FOLLOWS_WITHIN) scroller.scrollTop = scrollHeight;
  }, [status, reply]);
  const start = (goal: GoalId) => {
    // The pressed button unmounts, so the focus moves to the one that continues.
    next.current?.focus();
    setAsked(goal);
    onStart(goal);
  };
  const stop = () => {
    next.current?.focus();
    onStop();
  };
  const again = status === 'failed' && asked !== null ? () => start(asked) : undefined;
  return (
    <StepFrame
      title={t`See it answer`}
      lead={t`Choose a question and watch ${productName} answer. It won’t use up a message.`}
      onPrevious={onPrevious}
      action={
        <>
          {status === 'running' && <Button variant="secondary" onClick={stop}>{t`Stop`}</Button>}
          <Button ref={next} onClick={onNext}>{t`Continue`}</Button>
        </>
      }
    >
      {status === 'used' && (
        <p
          role="status"
          className="mt-6 text-muted"
        >{t`You’ve had your sample reply. In the chat, you can ask anything.`}</p>
      )}
      {status === 'ready' && <DemoQuestions goals={goals} onChoose={start} />}
      {question !== null && (
        <div ref={end} className="mt-6 grid grid-cols-1 gap-6">
          {/* In the dark theme a dialog is about as light as a bubble on the page. */}
          <div className="max-w-[88%] justify-self-end dark:[--color-bubble:var(--color-active)]">
            <Question>{question}</Question>
          </div>
          {reply && <Reply message={reply} onRetry={again} />}
        </div>
      )}
      <p role="status" className="sr-only">
        {announcementOf(demo, productName)}
      </p>
    </StepFrame>
  );
}

/** Screen reader announcement of the reply's start and end, but not its text. */
function announcementOf({ status, reply, problem }: OnboardingDemo, productName: string): string {
  if (status === 'running') return t`${productName} is replying.`;
  if (status === 'failed') return t`The reply failed. ${problem ?? ''}`;
  if (status !== 'over') return '';
  return reply?.status === 'stopped' ? t`The reply was stopped.` : t`The reply is complete.`;
}
