import { plural, t } from '@parley/core';
import type { Config } from '../../settings/config.ts';
import { findUnpriced, hasCostLimits } from '../../spending/find-unpriced.ts';
import { checkOf, ok, warning, type Check } from '../check.ts';

/** Looks whether the cost limits can hold: a model without a price counts as free. */
export function costCheck(config: Config): Check {
  return checkOf(t`Cost limits`, async () => {
    if (!hasCostLimits(config)) return ok(t`None is set (set COST_LIMIT_DAY).`);
    const unpriced = findUnpriced(config);
    if (unpriced.length === 0) return ok(t`Every model has a price.`);
    const names = unpriced.join(', ');
    return warning(
      plural(
        unpriced.length,
      )`They can’t hold without prices, and ${names} has none.|They can’t hold without prices, and ${names} have none.`,
      plural(unpriced.length)`Set PRICES to a file with its price.|Set PRICES to a file with their prices.`,
    );
  });
}
