/**
 * The result of one part of the check. `why` is a note, such as how to run what was skipped.
 * @typedef {{ passed: number, failed: number, skipped: number, output: string, why?: string }} Outcome
 */

/** Counts a command as one test, which passed or failed. */
export function countCommand({ code, output }) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
}

export function skipPart(why) {
  return { passed: 0, failed: 0, skipped: 1, output: '', why };
}

/** Counts a runner as failed if it exited with an error without a failed test, or ran no test. */
function distrustSilence(counts, { code, output }) {
  const failedSilently = code !== 0 && counts.failed === 0;
  const ranNothing = counts.passed + counts.failed + counts.skipped === 0;
  const note = ranNothing ? '\nThe runner has run no test.' : '';
  return { ...counts, failed: failedSilently || ranNothing ? counts.failed + 1 : counts.failed, output: output + note };
}

const nothing = { passed: 0, failed: 0, skipped: 0 };

/** @param report Vitest's JSON report, or null when it wrote none. */
export function countVitest(report, run) {
  if (report === null) return distrustSilence(nothing, run);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return distrustSilence(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    run,
  );
}

/** @param report Playwright's JSON report, or null when it wrote none. */
export function countPlaywright(report, run) {
  if (report === null) return distrustSilence(nothing, run);
  const { expected, unexpected, skipped } = report.stats;
  return distrustSilence({ passed: expected, failed: unexpected, skipped }, run);
}

export function sumOutcomes(outcomes) {
  return outcomes.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    nothing,
  );
}

export const closingLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
