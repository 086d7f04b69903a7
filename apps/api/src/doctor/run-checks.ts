import { t, type DoctorFinding } from '@parley/core';
import { error, type Check, type Result } from './check.ts';
import { explainConnection } from './explain-connection.ts';

/** How long each check may take, in milliseconds. */
const DEADLINE_MS = 5_000;
/** How long before its deadline a check is asked to end, so that it can say itself what did not answer. */
const NOTICE_MS = 250;

interface RunOptions {
  /** Masks secrets in a sentence, wherever it came from. */
  hide: (text: string) => string;
  deadlineMs?: number;
}

/** Runs all checks at the same time. Resolves to their findings in the order of the checks, within the deadline. */
export async function runChecks(
  checks: readonly Check[],
  { hide, deadlineMs = DEADLINE_MS }: RunOptions,
): Promise<DoctorFinding[]> {
  const found = await Promise.all(checks.map((check) => runCheck(check, deadlineMs)));
  return found.flat().map(({ part, level, message, fix }) => ({
    part,
    level,
    message: onOneLine(hide(message)),
    fix: fix === null ? null : onOneLine(hide(fix)),
  }));
}

/** Without line breaks and control characters, which a service may have sent and a terminal would obey. */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '');
}

async function runCheck({ part, run }: Check, deadlineMs: number): Promise<DoctorFinding[]> {
  const results: Result[] = [];
  const report = (result: Result) => void results.push(result);
  const deadline = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(tooSlow(deadlineMs)), deadlineMs);
  });
  const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(Math.max(0, deadlineMs - NOTICE_MS))]);
  const done = run(report, signal).then(
    () => null,
    (thrown: unknown) => error(t`The check failed: ${explainConnection(thrown)}.`, t`Run it again, and report this.`),
  );
  const last = await Promise.race([done, late]);
  clearTimeout(timer);
  // What a slow check reports from now on is lost.
  const findings = [...results, ...(last ? [last] : [])].map((result) => ({ part, ...result }));
  deadline.abort();
  return findings;
}

function tooSlow(deadlineMs: number): Result {
  return error(
    t`No answer within ${deadlineMs / 1000} s.`,
    t`Check its address, and that this machine can reach it; then run this again.`,
  );
}
