const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Index of the item that an arrow key moves to, out of `count`, wrapping at both ends; null for any other key. Where
 * lines run to the left, the next item is on the left.
 */
export function stepTo(key: string, from: number, count: number, isLeftward = false): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  if (step === undefined) return null;
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  return (from + (isLeftward && isSideways ? -step : step) + count) % count;
}
