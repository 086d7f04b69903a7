import { DEFAULT_PLAN, PLANS, type PlanId } from '@parley/core';
import './plan-choice.css';

interface PlanChoiceProps {
  chosen: PlanId | null;
  isDisabled: boolean;
  onChoose: (plan: PlanId) => void;
}

/** All plans on offer, one of which can be selected. */
export function PlanChoice({ chosen, isDisabled, onChoose }: PlanChoiceProps) {
  return (
    <div role="radiogroup" aria-label="Plan" className="grid gap-3">
      {PLANS.map(({ id, label, dollars, per, badge, note }) => (
        <label key={id} className="plan">
          <input
            type="radio"
            name="plan"
            className="sr-only"
            checked={id === chosen}
            disabled={isDisabled}
            aria-label={`${label}, $${dollars} per ${per}`}
            aria-describedby={`plan-${id}`}
            onChange={() => onChoose(id)}
          />
          <span className="plan__dot" />
          <span className="plan__name">
            {label}
            {badge && <span className={`plan__badge ${id === DEFAULT_PLAN ? 'plan__badge--solid' : ''}`}>{badge}</span>}
          </span>
          <span id={`plan-${id}`} className="plan__note">
            {note}
          </span>
          <span className="plan__price">
            ${dollars}
            <small>per {per}</small>
          </span>
        </label>
      ))}
    </div>
  );
}
