import type { AppError } from '@parley/core';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('a hash fits its password, however that is composed, and no other', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('\u00fcber-tangerine');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
  expect(await passwords.verify(hash, 'u\u0308ber-tangerine')).toBe(true);
  expect(await passwords.verify(hash, 'uber-tangerine')).toBe(false);
  expect(passwords.isOutdated(hash)).toBe(false);
  expect(passwords.isOutdated(hash.replace('m=19456', 'm=9000'))).toBe(true);
});

test('nothing fits where there is no password', async () => {
  expect(await createPasswords().verify(null, 'tangerine')).toBe(false);
  expect(await createPasswords().verify(null, '')).toBe(false);
});

test('a flood right after the start is refused beyond what can wait, holds nothing up, and leaves no trace', async () => {
  const passwords = createPasswords();
  const flood = Array.from({ length: 100 }, () => passwords.hash('tangerine'));
  const first = await passwords.verify(null, 'tangerine').catch((error: unknown) => error);
  expect(first).toMatchObject({ code: 'unavailable', retryAfter: 2 } satisfies Partial<AppError>);

  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  const outcomes = await Promise.allSettled(flood);
  clearInterval(turning);
  const hashed = outcomes.filter(({ status }) => status === 'fulfilled').length;
  expect(hashed).toBe(34);
  // Hashing is done on other threads: whoever asks for something else is answered meanwhile.
  expect(turns).toBeGreaterThan(2 * hashed);
  expect(await passwords.verify(null, 'tangerine')).toBe(false);
});
