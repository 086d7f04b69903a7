import { GOALS, type GoalId } from '@parley/core';
import { Check } from 'lucide-react';
import { Button } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/icons/icon.tsx';
import { GOAL_ICONS } from './goal-icons.ts';
import { StepFrame } from './step-frame.tsx';

interface GoalsStepProps {
  goals: readonly GoalId[];
  onToggle: (goal: GoalId) => void;
  onPrevious: () => void;
  onNext: () => void;
}

export function GoalsStep({ goals, onToggle, onPrevious, onNext }: GoalsStepProps) {
  return (
    <StepFrame
      title="What would you like help with?"
      lead="Choose at least one."
      onPrevious={onPrevious}
      action={
        <Button disabled={goals.length === 0} onClick={onNext}>
          Continue
        </Button>
      }
    >
      <div role="group" aria-label="Goals" className="onboarding-choices onboarding-choices--two">
        {GOALS.map(({ id, label, text }) => (
          <label key={id} className="onboarding-choice">
            <input
              type="checkbox"
              checked={goals.includes(id)}
              aria-label={label}
              aria-describedby={`goal-${id}`}
              onChange={() => onToggle(id)}
            />
            <Icon icon={GOAL_ICONS[id]} />
            <span className="min-w-0">
              {label}
              <span id={`goal-${id}`} className="onboarding-choice__note">
                {text}
              </span>
            </span>
            <Icon icon={Check} size="sm" className="onboarding-choice__tick" />
          </label>
        ))}
      </div>
    </StepFrame>
  );
}
