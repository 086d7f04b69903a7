import { ChartNoAxesColumn, CircleQuestionMark, ListChecks, type LucideIcon } from 'lucide-react';
import { Button } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/icons/icon.tsx';
import { Mark } from '../../kit/icons/wordmark.tsx';
import { StepFrame } from './step-frame.tsx';

const AHEAD: [LucideIcon, string, string][] = [
  [ListChecks, 'Tell us your goals', 'Pick the ones that matter to you.'],
  [CircleQuestionMark, 'Three short questions', 'How you spend your time today.'],
  [ChartNoAxesColumn, 'Your score', 'See where an assistant helps most.'],
];

interface WelcomeStepProps {
  productName: string;
  onNext: () => void;
}

export function WelcomeStep({ productName, onNext }: WelcomeStepProps) {
  return (
    <StepFrame
      mark={<Mark productName={productName} />}
      title={`Welcome to ${productName}`}
      lead={`Three minutes to tailor ${productName} to your work.`}
      action={<Button onClick={onNext}>Continue</Button>}
    >
      <dl className="onboarding-list">
        {AHEAD.map(([icon, what, why]) => (
          <div key={what}>
            <Icon icon={icon} />
            <dt>{what}</dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
    </StepFrame>
  );
}
