import type { Check } from '../check.ts';
import { runChecks } from '../run-checks.ts';

/** Milliseconds for one check, on a machine that does much else. */
const PATIENCE_MS = 60_000;

/** Runs checks and returns their findings as lines: `level part: message fix`. */
export async function linesOf(checks: Check | Check[]): Promise<string[]> {
  const findings = await runChecks([checks].flat(), { hide: (text) => text, deadlineMs: PATIENCE_MS });
  return findings.map(
    ({ level, part, message, fix }) => `${level} ${part}: ${message}${fix === null ? '' : ` ${fix}`}`,
  );
}
