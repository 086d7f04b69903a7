import { afterEach, expect, it, vi } from 'vitest';
import { takeEarly } from './take-early.ts';

const answer = Promise.resolve(new Response('{}'));
/** The boot script has asked, and the page started `age` milliseconds ago. */
function holdAnswer(age = 0): void {
  vi.stubGlobal('earlyCalls', { token: 'own', calls: new Map([['/api/auth/me', answer]]) });
  vi.spyOn(performance, 'now').mockReturnValue(age);
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('returns an answer that was asked for early, once', () => {
  holdAnswer();
  expect(takeEarly('/api/chat/usage', 'own')).toBeUndefined();
  expect(takeEarly('/api/auth/me', 'own')).toBe(answer);
  expect(takeEarly('/api/auth/me', 'own')).toBeUndefined();
});

it('returns no answer of another session', () => {
  holdAnswer();
  expect(takeEarly('/api/auth/me', 'other')).toBeUndefined();
  expect(takeEarly('/api/auth/me', null)).toBeUndefined();
});

it('returns no answer that is older than ten seconds', () => {
  holdAnswer(10_001);
  expect(takeEarly('/api/auth/me', 'own')).toBeUndefined();
});

it('returns nothing where no script asked early', () => {
  expect(takeEarly('/api/auth/me', 'own')).toBeUndefined();
  expect(takeEarly('/api/auth/me', null)).toBeUndefined();
});
