import { AppError, type ErrorCode } from '@parley/core';
import { expect, it } from 'vitest';
import { Providers } from './providers.ts';

const FAILED = new AppError('model-unreachable');

function setUp() {
  let time = 0;
  const providers = new Providers(() => time);
  const fail = (code: ErrorCode = 'model-unreachable') => providers.attempt('one')?.failed(new AppError(code));
  return { providers, fail, wait: (ms: number) => void (time += ms) };
}

it('sets a provider aside after three failures in a row, and no other provider', () => {
  const { providers, fail } = setUp();
  fail();
  fail();
  expect(providers.isSetAside('one')).toBe(false);
  fail();
  expect(providers.isSetAside('one')).toBe(true);
  expect(providers.attempt('one')).toBeNull();
  expect(providers.attempt('two')).not.toBeNull();
});

it('a success resets the count, and failures that the message caused do not count', () => {
  const { providers, fail } = setUp();
  for (let round = 0; round < 5; round++) {
    fail();
    fail();
    providers.attempt('one')?.answered();
  }
  for (const code of ['model-filtered', 'model-too-long', 'model-rate-limited', 'model-not-found'] as const) {
    for (let count = 0; count < 5; count++) fail(code);
  }
  expect(providers.isSetAside('one')).toBe(false);
});

it('one request at a time tries whether it is back, after twice as long each time and at most five minutes', () => {
  const { providers, fail, wait } = setUp();
  for (let count = 0; count < 3; count++) fail();
  for (const aside of [30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
    wait(aside - 1);
    expect(providers.isSetAside('one')).toBe(true);
    wait(1);
    const attempt = providers.attempt('one');
    expect(providers.attempt('one')).toBeNull();
    attempt?.failed(FAILED);
    // Only the first outcome counts.
    attempt?.answered();
  }
  wait(300_000);
  providers.attempt('one')?.left();
  providers.attempt('one')?.answered();
  fail();
  fail();
  expect(providers.isSetAside('one')).toBe(false);
});

it('sets a provider aside for half a minute when many requests to it fail at once', () => {
  const { providers, wait } = setUp();
  const attempts = Array.from({ length: 10 }, () => providers.attempt('one'));
  for (const attempt of attempts) attempt?.failed(FAILED);
  wait(29_999);
  expect(providers.isSetAside('one')).toBe(true);
  wait(1);
  expect(providers.isSetAside('one')).toBe(false);
});

it('lets the next request try once the answer to the first has begun, and counts an answer that breaks off', () => {
  const { providers, fail, wait } = setUp();
  for (let count = 0; count < 3; count++) fail();
  wait(30_000);
  const first = providers.attempt('one');
  first?.begun();
  const second = providers.attempt('one');
  expect(second).not.toBeNull();
  first?.failed(FAILED);
  second?.failed(FAILED);
  wait(59_999);
  expect(providers.isSetAside('one')).toBe(true);
  wait(1);
  expect(providers.isSetAside('one')).toBe(false);
});
