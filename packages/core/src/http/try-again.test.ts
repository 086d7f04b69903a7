import { expect, it } from 'vitest';
import { rateLimited } from './errors.ts';
import { tryAgainIn } from './try-again.ts';

it.each([
  [0, '1 second'],
  [1, '1 second'],
  [20, '20 seconds'],
  [59.2, '1 minute'],
  [60, '1 minute'],
  [75, '75 seconds'],
  [91, '2 minutes'],
  [2_400, '40 minutes'],
  [2_401, '41 minutes'],
  [3_600, '1 hour'],
  [5_000, '84 minutes'],
  [5_401, '2 hours'],
  [80_000, '23 hours'],
  [86_400, '24 hours'],
  [200_000, '3 days'],
])('a wait of %d seconds reads %j', (seconds, words) => {
  expect(tryAgainIn(seconds)).toBe(`Try again in ${words}.`);
});

it('a rejection has its reason and whole seconds', () => {
  expect(rateLimited(19.2)).toMatchObject({
    code: 'rate-limited',
    retryAfter: 20,
    message: 'Too many requests. Try again in 20 seconds.',
  });
  expect(rateLimited(0, 'One download a day.')).toMatchObject({
    retryAfter: 1,
    message: 'One download a day. Try again in 1 second.',
  });
});
