import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WaitingTime } from './waiting-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the waiting time is over when the waits together take longer, and does not count the time between them', async () => {
  const waiting = new WaitingTime(1_000);
  const wait = async (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const result = waiting.spend(() => promise);
    await vi.advanceTimersByTimeAsync(ms);
    resolve('arrived');
    expect(await result).toBe('arrived');
  };
  await wait(600);
  await vi.advanceTimersByTimeAsync(60_000);
  await wait(300);
  expect(waiting.over.aborted).toBe(false);
  await wait(101);
  expect(waiting.over.aborted).toBe(true);
});
