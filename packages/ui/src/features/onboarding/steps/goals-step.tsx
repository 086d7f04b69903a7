import { GOALS, type GoalId, t } from '@parley/core';
import { DoneIcon } from '../../../kit/icons/icons.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { CHOICE } from '../choice.ts';
import { GOAL_ICONS } from '../goal-icons.ts';
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
      title={t`What would you like help with?`}
      lead={t`Choose at least one.`}
      onPrevious={onPrevious}
      action={<Button disabled={goals.length === 0} onClick={onNext}>{t`Continue`}</Button>}
    >
      <div role="group" aria-label={t`Goals`} className="mt-6 grid grid-cols-[1fr_1fr] gap-2 max-md:grid-cols-[1fr]">
        {GOALS.map(({ id, label, text }) => (
          <label key={id} data-chosen={goals.includes(id) ? '' : undefined} className={CHOICE.row}>
            <input
              type="checkbox"
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-[inherit] outline-none"
              checked={goals.includes(id)}
              aria-label={label}
              aria-describedby={`goal-${id}`}
              onChange={() => onToggle(id)}
            />
            <Icon icon={GOAL_ICONS[id]} className={CHOICE.icon} />
            <span className="min-w-0">
              {label}
              <span id={`goal-${id}`} className="block text-sm font-normal text-muted">
                {text}
              </span>
            </span>
            <Icon icon={DoneIcon} size="sm" className={CHOICE.tick} />
          </label>
        ))}
      </div>
    </StepFrame>
  );
}
