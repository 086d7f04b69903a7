const FIRST = 500;
const LONGEST = 8000;

/** Milliseconds to wait before attempt 0, 1, 2 … of mending something: doubling from 0.5 s to 8 s, spread by half. */
export function backoff(attempt: number, random: () => number): number {
  return Math.min(LONGEST, FIRST * 2 ** attempt) * (1 - random() / 2);
}
