import { plural } from '../language/translate.ts';

/** Seconds of a unit, the largest number of units shown, and the sentence. */
const UNITS: [number, number, (count: number) => string][] = [
  [1, 90, (count) => plural(count)`Try again in ${count} second.|Try again in ${count} seconds.`],
  [60, 90, (count) => plural(count)`Try again in ${count} minute.|Try again in ${count} minutes.`],
  [3600, 36, (count) => plural(count)`Try again in ${count} hour.|Try again in ${count} hours.`],
  [86_400, Infinity, (count) => plural(count)`Try again in ${count} day.|Try again in ${count} days.`],
];

/** When to try again, as a sentence: "Try again in 40 minutes." Rounds up, so that no retry comes too early. */
export function tryAgainIn(seconds: number): string {
  for (const [length, most, say] of UNITS) {
    const count = Math.max(1, Math.ceil(seconds / length));
    const isWholeOfNext = count === 60 && length < 3600;
    if (count <= most && !isWholeOfNext) return say(count);
  }
  return '';
}
