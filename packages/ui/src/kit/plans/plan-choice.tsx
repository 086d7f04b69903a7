import { DEFAULT_PLAN, PLANS } from '@parley/core';
import { Badge } from '../controls/badge.tsx';
import '../all-utilities.css';

const PLAN = [
  'grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 rounded-lg bg-raised pr-6 pl-5 inset-ring inset-ring-control max-md:p-4',
  'has-checked:inset-ring-2 has-checked:inset-ring-accent has-disabled:cursor-not-allowed has-[:enabled:not(:checked)]:hover:bg-sunken',
  'focus-ring-within',
  // With forced colors there is no ring.
  'not-has-checked:forced-colors:outline not-has-checked:forced-colors:-outline-offset-1',
].join(' ');

interface PlanChoiceProps {
  chosen: string | null;
  isDisabled: boolean;
  /** Less high, for a dialog. */
  isCompact?: boolean;
  onChoose: (plan: string) => void;
}

/** All plans on offer, one of which can be selected. */
export function PlanChoice({ chosen, isDisabled, isCompact = false, onChoose }: PlanChoiceProps) {
  return (
    <div role="radiogroup" aria-label="Plan" className="@container grid gap-3">
      {PLANS.map(({ id, label, dollars, per, badge, note }) => (
        <label key={id} className={`${PLAN} ${isCompact ? 'py-4' : 'py-5'}`}>
          <input
            type="radio"
            name="plan"
            className="peer sr-only"
            checked={id === chosen}
            disabled={isDisabled}
            aria-label={`${label}, $${dollars} per ${per}`}
            aria-describedby={`plan-${id}`}
            onChange={() => onChoose(id)}
          />
          <span className="size-5 rounded-full bg-raised inset-ring-[1.5px] inset-ring-control peer-checked:inset-ring-6 peer-checked:inset-ring-accent" />
          <span className="flex flex-wrap items-center gap-x-2.5 text-[1.0625rem]/6 font-strong">
            {label}
            {badge && <Badge variant={id === DEFAULT_PLAN ? 'solid' : 'soft'}>{badge}</Badge>}
          </span>
          <span id={`plan-${id}`} className="col-2 text-muted">
            {note}
          </span>
          <span className="col-3 row-[1/span_2] text-right @max-[16rem]:col-2 @max-[16rem]:row-auto @max-[16rem]:text-left text-2xl font-strong tracking-display tabular-nums">
            ${dollars}
            <small className="block text-sm font-normal tracking-[0] text-muted">per {per}</small>
          </span>
        </label>
      ))}
    </div>
  );
}
