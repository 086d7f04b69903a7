import type { Config } from '../../config.ts';
import { PriceList } from '../../spending/prices.ts';
import { findUnpriced } from '../../spending/find-unpriced.ts';
import { checkOf, ok, warning, type Check } from '../check.ts';

/** Looks whether the cost limits can hold: a model without a price counts as free. */
export function costCheck({ costCeilings, prices, model, imageModel }: Config): Check {
  return checkOf('Cost limits', async () => {
    if (Object.keys(costCeilings).length === 0) return ok('None is set (set COST_LIMIT_DAY).');
    const name = model?.model ?? null;
    const names = {
      normal: name,
      web_search: name,
      thinking: model?.thinkingModel ?? name,
      image: imageModel?.model ?? null,
    };
    const unpriced = findUnpriced(new PriceList(prices), names);
    if (unpriced.length === 0) return ok('Every model has a price.');
    return warning(
      `They can’t hold without prices, and ${unpriced.join(', ')} has none.`,
      'Set PRICES to a file with its prices.',
    );
  });
}
