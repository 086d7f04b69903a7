// @vitest-environment happy-dom
import { AppError } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectEvents } from './event-connection.ts';
import { ScriptedApi } from '../testing/scripted-api.ts';

const LONGEST_BACKOFF = 1000;

let api: ScriptedApi;
let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  api = new ScriptedApi();
  end = connectEvents({ api, onEvent: () => {} });
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

const isOpen = () => api.listeners.map(({ signal }) => !signal.aborted);

test('reconnects when the server ends the stream and when the connection is lost', async () => {
  api.listeners[0]?.end();
  await vi.advanceTimersByTimeAsync(500);
  expect(isOpen()).toEqual([false, true]);
  api.listeners[1]?.fail(new AppError('unavailable'));
  await vi.advanceTimersByTimeAsync(LONGEST_BACKOFF);
  expect(isOpen()).toEqual([false, false, true]);
});

test('backs off longer each time, and as long as the server asks', async () => {
  for (let round = 0; round < 6; round++) {
    api.listeners.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(LONGEST_BACKOFF);
  }
  const before = api.listeners.length;
  api.listeners.at(-1)?.end();
  await vi.advanceTimersByTimeAsync(LONGEST_BACKOFF / 2 - 1);
  expect(api.listeners).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(LONGEST_BACKOFF / 2 + 1);
  api.listeners.at(-1)?.fail(new AppError('rate-limited', { retryAfter: 60 }));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(api.listeners).toHaveLength(before + 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(api.listeners).toHaveLength(before + 2);
});

test('tries again after a minute, however long a maintenance page asks to wait', async () => {
  api.listeners[0]?.fail(new AppError('internal', { retryAfter: 3600 }));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(api.listeners).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(api.listeners).toHaveLength(2);
});

test('reconnects at once when the network is back', async () => {
  api.listeners[0]?.end();
  await vi.advanceTimersByTimeAsync(0);
  dispatchEvent(new Event('online'));
  expect(isOpen()).toEqual([false, true]);
});

test('replaces a silent connection when the page becomes visible, and leaves a live one alone', async () => {
  await vi.advanceTimersByTimeAsync(15_000);
  api.listeners[0]?.onActivity?.();
  await vi.advanceTimersByTimeAsync(15_000);
  dispatchEvent(new Event('focus'));
  expect(isOpen()).toEqual([true]);
  // The machine sleeps, and its timers with it.
  vi.setSystemTime(Date.now() + 3_600_000);
  dispatchEvent(new Event('focus'));
  dispatchEvent(new Event('focus'));
  expect(isOpen()).toEqual([false, true]);
  end();
  vi.setSystemTime(Date.now() + 3_600_000);
  dispatchEvent(new Event('focus'));
  expect(isOpen()).toEqual([false, false]);
});

test('does not reconnect after the server rejected the session', async () => {
  api.listeners[0]?.fail(new AppError('unauthorized'));
  await vi.advanceTimersByTimeAsync(600_000);
  dispatchEvent(new Event('online'));
  expect(isOpen()).toEqual([false]);
});

test('closes the connection when it is ended', async () => {
  end();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(isOpen()).toEqual([false]);
});

test('reports and replaces a connection after 20 s without a byte or a heartbeat', async () => {
  await vi.advanceTimersByTimeAsync(19_999);
  expect([isOpen(), api.calls.includes('reportSilence')]).toEqual([[true], false]);
  await vi.advanceTimersByTimeAsync(1 + LONGEST_BACKOFF);
  expect([isOpen(), api.calls.includes('reportSilence')]).toEqual([[false, true], true]);
});
