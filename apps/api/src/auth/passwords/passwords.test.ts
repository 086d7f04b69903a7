import { expect, test } from 'vitest';
import { FairScheduler } from '../../limits/fair-scheduler.ts';
import { WORK_LIMITS } from '../../limits/work-limits.ts';
import { aCaller } from '../../testing/a-caller.ts';
import { createPasswords } from './passwords.ts';

// A slow machine takes longer for the flood than a caller waits.
const passwords = createPasswords(new FairScheduler({ ...WORK_LIMITS.passwords, waitSeconds: 600 }));
const caller = aCaller();

test('a hash matches its password in any Unicode form, and no other', async () => {
  const hash = await passwords.hash('\u00fcber-tangerine', caller);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
  expect(await passwords.verify(hash, 'u\u0308ber-tangerine', caller)).toBe(true);
  expect(await passwords.verify(hash, 'uber-tangerine', caller)).toBe(false);
  expect(passwords.isOutdated(hash)).toBe(false);
  expect(passwords.isOutdated(hash.replace('m=19456', 'm=9000'))).toBe(true);
});

test('no password matches a missing hash', async () => {
  expect(await passwords.verify(null, 'tangerine', caller)).toBe(false);
  expect(await passwords.verify(null, '', caller)).toBe(false);
});

test('a flood from one address rejects no one else, and the event loop stays free', async () => {
  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  const flood = Array.from({ length: 300 }, (_, index) =>
    passwords.hash('tangerine', aCaller(`account ${index % 3}`, '198.51.100.1')),
  );
  const outcomes = Promise.allSettled(flood);
  let left = flood.length;
  for (const each of flood) void each.catch(() => {}).finally(() => left--);
  await passwords.verify(null, 'tangerine', aCaller('mira', '198.51.100.2'));
  expect(left).toBeGreaterThan(40);
  await passwords.verify(null, 'tangerine', aCaller('mira', '198.51.100.1'));
  expect(left).toBeGreaterThan(40);

  const hashed = (await outcomes).filter(({ status }) => status === 'fulfilled').length;
  clearInterval(turning);
  const { waitingPerUser, perAddress } = WORK_LIMITS.passwords;
  expect(hashed).toBe(3 * waitingPerUser + perAddress);
  // Hashing runs on other threads, so other requests are answered meanwhile.
  expect(turns).toBeGreaterThan(2 * hashed);
});
