import { expect, test } from 'vitest';
import { checkOf, error, ok, warning, type Check } from './check.ts';
import { runChecks } from './run-checks.ts';

const hide = (text: string) => text.replaceAll('secret', '•••');

test('findings keep the order of the checks, whichever ends first', async () => {
  const gate = Promise.withResolvers<void>();
  const first = checkOf('First', async () => {
    await gate.promise;
    return ok('It works.');
  });
  const second = checkOf('Second', async () => {
    gate.resolve();
    return warning('It limps.', 'Mend it.');
  });
  expect(await runChecks([first, second], { hide })).toEqual([
    { part: 'First', level: 'ok', message: 'It works.', fix: null },
    { part: 'Second', level: 'warning', message: 'It limps.', fix: 'Mend it.' },
  ]);
});

test('a check that does not end is reported at its deadline, with what it had found', async () => {
  const slow: Check = {
    part: 'Slow',
    async run(report) {
      report(ok('The door is open.'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      report(ok('This is too late.'));
    },
  };
  expect(await runChecks([slow], { hide, deadlineMs: 20 })).toEqual([
    { part: 'Slow', level: 'ok', message: 'The door is open.', fix: null },
    expect.objectContaining({ part: 'Slow', level: 'error', message: 'No answer within 0.02 s.' }),
  ]);
});

test('a check learns in time that it has to end, and says itself what did not answer', async () => {
  const silent = checkOf('Silent', async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return error(`It is silent (${(signal.reason as Error).name}).`, 'Check ITS_URL.');
  });
  expect(await runChecks([silent], { hide, deadlineMs: 600 })).toEqual([
    { part: 'Silent', level: 'error', message: 'It is silent (TimeoutError).', fix: 'Check ITS_URL.' },
  ]);
});

test('a check that throws becomes an error, and the others run', async () => {
  const broken = checkOf('Broken', async () => {
    throw new Error('the secret is out');
  });
  const findings = await runChecks([broken, checkOf('Other', async () => ok('It works.'))], { hide });
  expect(findings.map(({ level, message }) => [level, message])).toEqual([
    ['error', 'The check failed: the ••• is out.'],
    ['ok', 'It works.'],
  ]);
});

test('findings contain no secrets, line breaks or control characters', async () => {
  const hostile = checkOf('Hostile', async () => error('It says\nsecret\u001B[2J\u0007.', 'Change the\tsecret.'));
  expect(await runChecks([hostile], { hide })).toEqual([
    { part: 'Hostile', level: 'error', message: 'It says •••[2J.', fix: 'Change the •••.' },
  ]);
});
