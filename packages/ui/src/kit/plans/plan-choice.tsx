import { t } from '@parley/core';
import { Badge } from '../controls/badge.tsx';
import { PRODUCT_PLANS, type ShownPlan } from './shown-plans.ts';
import '../all-utilities.css';

const PLAN = [
  'grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 rounded-lg bg-raised pe-6 ps-5 inset-ring inset-ring-control max-md:p-4',
  'has-checked:inset-ring-2 has-checked:inset-ring-accent has-disabled:cursor-not-allowed has-[:enabled:not(:checked)]:hover:bg-sunken',
  'focus-ring-within',
  // With forced colors there is no ring.
  'not-has-checked:forced-colors:outline not-has-checked:forced-colors:-outline-offset-1',
].join(' ');

interface PlanChoiceProps {
  /** The plans that come with the product by default. */
  plans?: readonly ShownPlan[];
  chosen: string | null;
  isDisabled: boolean;
  /** Less high, for a dialog. */
  isCompact?: boolean;
  onChoose: (plan: string) => void;
}

/** All plans on offer, one of which can be selected. */
export function PlanChoice({
  plans = PRODUCT_PLANS,
  chosen,
  isDisabled,
  isCompact = false,
  onChoose,
}: PlanChoiceProps) {
  return (
    <div role="radiogroup" aria-label={t`Plan`} className="@container grid gap-3">
      {plans.map(({ id, label, price, badge, note, details }) => (
        <label key={id} className={`${PLAN} ${isCompact ? 'py-4' : 'py-5'}`}>
          <input
            type="radio"
            name="plan"
            className="peer sr-only"
            checked={id === chosen}
            disabled={isDisabled || price === null}
            aria-label={price ? t`${label}, ${price.amount} ${price.per}` : label}
            aria-describedby={`plan-${id}`}
            onChange={() => onChoose(id)}
          />
          <span className="size-5 rounded-full bg-raised inset-ring-[1.5px] inset-ring-control peer-checked:inset-ring-6 peer-checked:inset-ring-accent" />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 text-[1.0625rem]/6 font-strong wrap-anywhere">
            {label}
            {badge && <Badge variant={badge.isSolid ? 'solid' : 'soft'}>{badge.text}</Badge>}
          </span>
          <span id={`plan-${id}`} className="col-2 min-w-0 text-muted wrap-anywhere">
            <bdi>{note}</bdi>
            {(price ? details : [t`This plan can’t be bought right now.`]).map((detail) => (
              <span key={detail} className="mt-0.5 block text-sm">
                {detail}
              </span>
            ))}
          </span>
          {price && (
            <span className="col-3 row-[1/span_2] text-end @max-[16rem]:col-2 @max-[16rem]:row-auto @max-[16rem]:text-start text-2xl font-strong tracking-display tabular-nums">
              {price.amount}
              <small className="block text-sm font-normal tracking-[0] text-muted">{price.per}</small>
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
