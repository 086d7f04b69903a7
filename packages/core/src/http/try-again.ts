import { t } from '../language/translate.ts';
const UNITS = [
  ['second', 1, 90],
  ['minute', 60, 90],
  ['hour', 3600, 36],
  ['day', 86_400, Infinity],
] as const;

/** When to try again, as a sentence: "Try again in 40 minutes." Rounds up, so that nobody comes too early. */
export function tryAgainIn(seconds: number): string {
  for (const [unit, length, most] of UNITS) {
    const count = Math.max(1, Math.ceil(seconds / length));
    const isWholeOfNext = count === 60 && length < 3600;
    if (count <= most && !isWholeOfNext) return t`Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
  }
  return '';
}
