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

test('computes an expression, and refuses a wrong one in words', async () => {
  expect(await valueOf('2^200')).toBe('1606938044258990275541962092341162602522202993782792835301376');
  await expect(valueOf('nothing_known(2)')).rejects.toMatchObject({
    code: 'invalid-request',
    message: expect.stringMatching(/Undefined function/),
  });
});

test.each([
  ['a long calculation', LONG],
  ['a large calculation', 'ones(40000, 40000)'],
])('ends %s', async (_name, expression) => {
  await expect(valueOf(expression)).rejects.toThrow(/too long|too much memory/);
});

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
  expect(ended).toBeLessThan(5);
  stop.abort();
  await Promise.all(long);
});
