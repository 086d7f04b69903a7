import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('many notices in a row become one per user, and later ones come again', async () => {
  const notify = vi.fn<(userId: string) => void>();
  const notice = coalesce(notify);
  for (const userId of ['ada', 'ada', 'ben', 'ada']) notice(userId);
  expect(notify).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(notify.mock.calls).toEqual([['ada'], ['ben']]);
  await vi.advanceTimersByTimeAsync(60_000);
  notice('ada');
  await vi.advanceTimersByTimeAsync(500);
  expect(notify).toHaveBeenCalledTimes(3);
});

test('notices that go on are passed on every two seconds, and the last one is not lost', async () => {
  const notify = vi.fn<(userId: string) => void>();
  const notice = coalesce(notify);
  for (let elapsed = 0; elapsed < 10_000; elapsed += 100) {
    notice('ada');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(notify).toHaveBeenCalledTimes(5);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(notify).toHaveBeenCalledTimes(6);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notify).toHaveBeenCalledTimes(6);
});
