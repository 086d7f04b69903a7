import { stripVTControlCharacters } from 'node:util';

/**
 * The result of one part of the check. `why` is a note, such as how to run what was skipped; `failures` names the tests
 * that failed, each with the beginning of its error.
 * @typedef {{ passed: number, failed: number, skipped: number, output: string, why?: string, failures?: string[] }}
 * Outcome
 */

const MAX_FAILURE_LENGTH = 400;

function describeFailure(title, message = '') {
  const text = `${title}: ${stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim()}`;
  return text.length > MAX_FAILURE_LENGTH ? `${text.slice(0, MAX_FAILURE_LENGTH)}…` : text;
}

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
      failures: [
        ...brokenFiles.map(({ name, message }) => describeFailure(name, message)),
        ...report.testResults
          .flatMap(({ assertionResults }) => assertionResults)
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => describeFailure(fullName, failureMessages[0])),
      ],
    },
    run,
  );
}

/** Lists the failed tests of a suite in Playwright's report, and of the suites in it. */
function listFailures({ specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ file, line, title, tests }) => {
      const result = tests.flatMap(({ results }) => results).find(({ errors }) => errors.length > 0);
      // After a timeout, the second error names the step that did not finish.
      const errors = result?.errors.map(({ message }) => message).join(' ');
      return describeFailure(`${file}:${line} ${title}, begun ${result?.startTime}`, errors);
    }),
    ...suites.flatMap(listFailures),
  ];
}

/** @param report Playwright's JSON report, or null when it wrote none. */
export function countPlaywright(report, run) {
  if (report === null) return distrustSilence(nothing, run);
  const { expected, unexpected, skipped } = report.stats;
  return distrustSilence({ passed: expected, failed: unexpected, skipped, failures: listFailures(report) }, run);
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
