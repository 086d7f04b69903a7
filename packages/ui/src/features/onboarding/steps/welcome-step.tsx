import { t } from '@parley/core';
import { GoalsIcon, QuestionsIcon, ScoreIcon, type IconNode } from '../../../kit/icons/icons.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { Mark } from '../../../kit/icons/wordmark.tsx';
import { StepFrame } from './step-frame.tsx';

const AHEAD: [IconNode, string, string][] = [
  [GoalsIcon, t`Tell us your goals`, t`Pick the ones that matter to you.`],
  [QuestionsIcon, t`Three short questions`, t`How you spend your time today.`],
  [ScoreIcon, t`Your score`, t`See where an assistant helps most.`],
];

interface WelcomeStepProps {
  productName: string;
  onNext: () => void;
}

export function WelcomeStep({ productName, onNext }: WelcomeStepProps) {
  return (
    <StepFrame
      mark={<Mark productName={productName} size="lg" />}
      title={t`Welcome to ${productName}`}
      lead={t`Three minutes to tailor ${productName} to your work.`}
      action={<Button onClick={onNext}>{t`Continue`}</Button>}
    >
      <dl className="mt-8 border-t border-hairline">
        {AHEAD.map(([icon, what, why]) => (
          <div
            key={what}
            className="grid grid-cols-[24px_9.5rem_1fr] items-baseline gap-3 border-b border-hairline py-3.5 max-md:grid-cols-[24px_1fr] max-md:gap-y-0.5"
          >
            <Icon icon={icon} className="self-center text-accent-text" />
            <dt className="font-medium">{what}</dt>
            <dd className="text-muted max-md:col-start-2">{why}</dd>
          </div>
        ))}
      </dl>
    </StepFrame>
  );
}
