import type { Config } from '../../settings/config.ts';
import { findUnpriced, hasCostLimits } from '../../spending/find-unpriced.ts';
import { checkOf, ok, warning, type Check } from '../check.ts';

/** Looks whether the cost limits can hold: a model without a price counts as free. */
export function costCheck(config: Config): Check {
  return checkOf('Cost limits', async () => {
    if (!hasCostLimits(config)) return ok('None is set (set COST_LIMIT_DAY).');
    const unpriced = findUnpriced(config);
    if (unpriced.length === 0) return ok('Every model has a price.');
    const [have, prices] = unpriced.length === 1 ? ['has', 'its price'] : ['have', 'their prices'];
    return warning(
      `They can’t hold without prices, and ${unpriced.join(', ')} ${have} none.`,
      `Set PRICES to a file with ${prices}.`,
    );
  });
}
