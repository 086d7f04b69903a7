import { expect, test } from 'vitest';
import type { Turn } from '../modes/mode.ts';
import { calculate } from './calculate.ts';

const LONG = 'f(x) = x < 2 ? x : f(x - 1) + f(x - 2); f(80)';
const NEVER = new AbortController().signal;

/** The value that the tool returns. */
async function valueOf(expression: string, signal = NEVER, safetyIdentifier = 'a'): Promise<string> {
  const { text } = await calculate({ safetyIdentifier } as Turn).run({ expression }, signal);
  return text.slice(`${expression} = `.length);
}

test.each([
  ['0.1 + 0.2', '0.3'],
  ['2^200', '1606938044258990275541962092341162602522202993782792835301376'],
  ['123456789012345678901234567890 * 3', '370370367037037036703703703670'],
  ['80 * 15%', '12'],
  ['5 km to mile', /^3\.106855961186669848\d* mile$/],
  ['days("2024-02-28", "2024-03-01")', '2'],
  ['addMonths("2024-01-31", 1)', '2024-02-29'],
  ['addDays("2026-12-25", 10)', '2027-01-04'],
  ['weekday("2026-11-22")', 'Sunday'],
])('computes %s exactly', async (expression, expected) => {
  expect(await valueOf(expression)).toMatch(
    typeof expected === 'string' ? new RegExp(`^${expected.replaceAll('.', '\\.')}$`) : expected,
  );
});

test.each([
  ['1 +', /Unexpected|Value expected/],
  ['nothing_known(2)', /Undefined function/],
  ['import({ sqrt: 1 })', 'not available'],
  ['evaluate("1 + 1")', 'not available'],
  ['cos.constructor("return process")()', /No access|constructor|expected/],
  ['days("2024-02-30", "2024-03-01")', /date|range|day/i],
])('refuses %s in words', async (expression, problem) => {
  await expect(valueOf(expression)).rejects.toMatchObject({
    code: 'invalid-request',
    message: expect.stringMatching(problem),
  });
});

test.each([
  ['a long calculation', LONG],
  ['a large calculation', 'ones(40000, 40000)'],
])(
  'ends %s',
  async (_name, expression) => {
    await expect(valueOf(expression)).rejects.toThrow(/too long|too much memory/);
  },
  20_000,
);

test('ends a calculation when its reply is stopped', async () => {
  const stop = new AbortController();
  const running = valueOf(LONG, stop.signal);
  setTimeout(() => stop.abort(), 50);
  await expect(running).rejects.toThrow('aborted');
});

test('a user with many long calculations delays no other user', async () => {
  const stop = new AbortController();
  let ended = 0;
  const long = Array.from({ length: 10 }, () =>
    valueOf(LONG, stop.signal, 'busy')
      .catch(() => {})
      .then(() => ended++),
  );
  expect(await valueOf('1 + 1', NEVER, 'other')).toBe('2');
  expect(ended).toBeLessThan(2);
  stop.abort();
  await Promise.all(long);
});
