import type { ModeId } from '@parley/core';
import type { PriceList } from './prices.ts';

/** The models whose cost no ceiling can hold, because they have no price. */
export function findUnpriced(prices: PriceList, names: Readonly<Record<ModeId, string | null>>): string[] {
  const hasPrice = (mode: string, name: string) =>
    prices.priceOf(name, mode === 'image' ? { pictures: 1 } : { inputTokens: 1, outputTokens: 1 }) !== null;
  const unpriced = Object.entries(names).flatMap(([mode, name]) => (name && !hasPrice(mode, name) ? [name] : []));
  return [...new Set(unpriced)];
}
