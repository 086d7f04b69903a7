import { DEFAULT_PLAN, PLANS, type PlanId } from '@parley/core';

interface PlanChoiceProps {
  chosen: PlanId | null;
  isDisabled: boolean;
  onChoose: (plan: PlanId) => void;
}

/** Every plan that is offered, of which one can be chosen. */
export function PlanChoice({ chosen, isDisabled, onChoose }: PlanChoiceProps) {
  return (
    <div role="radiogroup" aria-label="Plan" className="grid gap-3">
      {PLANS.map(({ id, label, dollars, per, badge, note }) => (
        <label
          key={id}
          className="group grid grid-cols-[1.25rem_1fr_auto] items-center gap-x-4 gap-y-0.5 rounded-lg bg-raised py-5 pr-6 pl-5 shadow-[inset_0_0_0_1px_var(--border-control)] transition-colors has-checked:shadow-[inset_0_0_0_2px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-enabled:hover:not-has-checked:bg-sunken max-md:p-4"
        >
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
          <span className="size-5 rounded-full bg-raised shadow-[inset_0_0_0_1.5px_var(--border-control)] peer-checked:shadow-[inset_0_0_0_6px_var(--accent)]" />
          <span className="flex flex-wrap items-center gap-x-2.5 text-[1.0625rem]/6 font-strong">
            {label}
            {badge && (
              <span
                className={`rounded-xs px-1.5 text-[0.6875rem]/4.5 tracking-[0.03em] whitespace-nowrap ${id === DEFAULT_PLAN ? 'bg-accent text-accent-contrast' : 'bg-accent-soft text-accent-text'}`}
              >
                {badge}
              </span>
            )}
          </span>
          <span id={`plan-${id}`} className="col-start-2 text-muted">
            {note}
          </span>
          <span className="col-start-3 row-span-2 row-start-1 text-right text-2xl font-strong tracking-display tabular-nums">
            ${dollars}
            <span className="block text-sm font-normal tracking-[0] text-muted">per {per}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
