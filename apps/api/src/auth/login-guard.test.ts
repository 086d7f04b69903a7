import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { ownProcess } from '../cluster/own-process.ts';
import { createLoginGuard, type LoginGuard } from './login-guard.ts';

let guard: LoginGuard;
beforeEach(() => {
  vi.useFakeTimers();
  guard = createLoginGuard(ownProcess(), { failuresPerHour: 100 });
});
afterEach(() => vi.useRealTimers());

const wrong = () => Promise.reject(new AppError('wrong-credentials'));
const right = () => Promise.resolve();
const busy = () => Promise.reject(new AppError('unavailable', { retryAfter: 2 }));

/** Resolves with the seconds to wait, or 0 if the password was checked. */
async function guess(account: string, address: string, look: () => Promise<void> = wrong): Promise<number> {
  const wait = guard.attempt(account, address, look).then(
    () => 0,
    (error: AppError) => (error.code === 'rate-limited' ? (error.retryAfter ?? 0) : 0),
  );
  await vi.advanceTimersByTimeAsync(5_000);
  return wait;
}

test('five guesses are free, then each costs a longer wait', async () => {
  for (let tries = 0; tries < 5; tries++) expect(await guess('mira', '1.1.1.1')).toBe(0);
  const waits: number[] = [];
  for (let tries = 0; tries < 4; tries++) {
    const wait = await guess('mira', '1.1.1.1');
    waits.push(wait);
    await vi.advanceTimersByTimeAsync(wait * 1000);
    expect(await guess('mira', '1.1.1.1')).toBe(0);
  }
  expect(waits).toEqual([25, 55, 115, 235]);
});

test('an attempt during the wait does not extend it', async () => {
  for (let tries = 0; tries < 5; tries++) await guess('mira', '1.1.1.1');
  expect(await guess('mira', '1.1.1.1')).toBe(25);
  expect(await guess('mira', '1.1.1.1')).toBe(20);
});

test('simultaneous guesses count like guesses in a row', async () => {
  const guesses = Array.from({ length: 20 }, () => guess('mira', '1.1.1.1'));
  expect((await Promise.all(guesses)).filter((wait) => wait === 0)).toHaveLength(5);
});

test('the right password resets the count, and other addresses and accounts are not delayed', async () => {
  for (let tries = 0; tries < 5; tries++) await guess('mira', '1.1.1.1');
  expect(await guess('mira', '2.2.2.2')).toBe(0);
  expect(await guess('noor', '1.1.1.1')).toBe(0);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(await guess('mira', '1.1.1.1', right)).toBe(0);
  for (let tries = 0; tries < 5; tries++) expect(await guess('mira', '1.1.1.1')).toBe(0);
});

test('one address has a limit of failures per hour across all accounts', async () => {
  guard = createLoginGuard(ownProcess(), { failuresPerHour: 10 });
  for (let account = 0; account < 10; account++) {
    await guess(`right ${account}`, '1.1.1.1', right);
  }
  for (let account = 0; account < 10; account++) expect(await guess(`wrong ${account}`, '1.1.1.1')).toBe(0);
  expect(await guess('mira', '1.1.1.1')).toBeGreaterThan(3000);
  expect(await guess('mira', '2.2.2.2')).toBe(0);
});

test('an account under attack from many addresses responds slowly, but is never locked', async () => {
  for (let address = 0; address < 200; address++)
    void guard.attempt('victim', `10.0.0.${address}`, wrong).catch(() => {});
  let isIn = false;
  void guard.attempt('victim', '192.168.0.1', right).then(() => (isIn = true));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(isIn).toBe(false);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(isIn).toBe(true);
});

test('an attempt that could not be checked because of load does not count', async () => {
  for (let tries = 0; tries < 30; tries++) expect(await guess('mira', '1.1.1.1', busy)).toBe(0);
  for (let tries = 0; tries < 5; tries++) expect(await guess('mira', '1.1.1.1')).toBe(0);
  const wait = await guess('mira', '1.1.1.1');
  expect(wait).toBe(25);
  await vi.advanceTimersByTimeAsync(wait * 1000);
  await guess('mira', '1.1.1.1', busy);
  expect(await guess('mira', '1.1.1.1')).toBeGreaterThan(0);
});
