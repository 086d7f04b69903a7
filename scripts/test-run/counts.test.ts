import { describe, expect, it } from 'vitest';
import { closingLine, countCommand, countPlaywright, countVitest, skipPart, sumOutcomes } from './counts.mjs';

const ended = (code: number | null) => ({ code, output: 'printed' });

function vitestReport({ passed = 0, failed = 0, pending = 0, todo = 0, broken = 0 }) {
  return {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
    testResults: Array.from({ length: broken }, () => ({ status: 'failed', assertionResults: [] })),
  };
}

function playwrightReport(suites: object[]) {
  return { stats: { expected: 0, unexpected: 1, skipped: 0 }, suites };
}

describe('the counts of the whole check', () => {
  it('counts a command as one test', () => {
    expect(countCommand(ended(0))).toMatchObject({ passed: 1, failed: 0 });
    expect(countCommand(ended(2))).toMatchObject({ passed: 0, failed: 1, output: 'printed' });
    expect(countCommand(ended(null))).toMatchObject({ passed: 0, failed: 1 });
  });

  it('reads the counts of Vitest’s report', () => {
    const report = vitestReport({ passed: 5, failed: 2, pending: 1, todo: 1 });
    expect(countVitest(report, ended(1))).toMatchObject({ passed: 5, failed: 2, skipped: 2 });
  });

  it('counts a test file that fails to load as failed', () => {
    expect(countVitest(vitestReport({ passed: 5, broken: 1 }), ended(1))).toMatchObject({ passed: 5, failed: 1 });
  });

  it('counts a runner as failed if it crashes or exits with an error without a failed test', () => {
    expect(countVitest(null, ended(null))).toMatchObject({ passed: 0, failed: 1 });
    expect(countVitest(vitestReport({ passed: 5 }), ended(1))).toMatchObject({ passed: 5, failed: 1 });
    expect(countPlaywright(null, ended(1))).toMatchObject({ passed: 0, failed: 1 });
  });

  it('counts a runner that ran no test as failed', () => {
    expect(countVitest(vitestReport({}), ended(0))).toMatchObject({ failed: 1 });
    const stats = { expected: 0, unexpected: 0, skipped: 0 };
    expect(countPlaywright({ stats, suites: [] }, ended(0))).toMatchObject({ failed: 1 });
  });

  it('reads the counts of Playwright’s report', () => {
    const stats = { expected: 3, unexpected: 1, skipped: 2 };
    expect(countPlaywright({ stats, suites: [] }, ended(1))).toMatchObject({ passed: 3, failed: 1, skipped: 2 });
  });

  it('names the tests that failed, with the beginning of their errors', () => {
    const failed = { status: 'failed', fullName: 'a clock stands still', failureMessages: ['Expected:\n  1'] };
    const files = [
      { status: 'failed', assertionResults: [failed] },
      { status: 'failed', assertionResults: [], name: 'b.test.ts', message: 'No such module' },
    ];
    const report = { ...vitestReport({ failed: 1 }), testResults: files };
    expect(countVitest(report, ended(1)).failures).toEqual([
      'b.test.ts: No such module',
      'a clock stands still: Expected: 1',
    ]);

    const errors = [{ message: '\u001B[31mTimed out.' }, { message: 'long '.repeat(200) }];
    const results = [{ startTime: '12:00', errors }];
    const specs = [
      { ok: true, file: 'a.spec.ts', line: 1, title: 'passes', tests: [] },
      { ok: false, file: 'a.spec.ts', line: 7, title: 'fails', tests: [{ results }] },
    ];
    const [first, ...others] = countPlaywright(playwrightReport([{ suites: [{ specs }] }]), ended(1)).failures;
    expect(others).toEqual([]);
    expect(first).toMatch(/^a\.spec\.ts:7 fails, begun 12:00: Timed out\. long long .*…$/);
  });

  it('sums all counts in the closing line', () => {
    const sum = sumOutcomes([countCommand(ended(0)), countCommand(ended(1)), skipPart('no browser')]);
    expect(closingLine(sum)).toBe('1 passed, 1 failed, 1 skipped');
  });
});
