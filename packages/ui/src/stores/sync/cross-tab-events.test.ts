// @vitest-environment happy-dom
import { locks } from 'node:worker_threads';
import type { UserEvent } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScriptedApi } from '../testing/scripted-api.ts';
import { connectSharedEvents } from './cross-tab-events.ts';
import { ADA_WITH_PREMIUM } from '../testing/scripted-samples.ts';

let api: ScriptedApi;
let leaves: (() => void)[];
beforeEach(() => {
  api = new ScriptedApi();
  leaves = [];
  vi.stubGlobal('navigator', { locks });
});
afterEach(() => {
  for (const leave of leaves) leave();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function openTab(userId = 'ada') {
  const received: UserEvent[] = [];
  const missed = vi.fn<() => void>();
  const leave = connectSharedEvents({ api, userId, onEvent: (event) => received.push(event), onMissed: missed });
  leaves.push(leave);
  return { received, missed, leave };
}

const connections = () => api.listeners.filter(({ signal }) => !signal.aborted).length;

test('tabs share one connection, and all receive its events', async () => {
  const tabs = [openTab(), openTab(), openTab()];
  const stranger = openTab('bob');
  await expect.poll(connections).toBe(2);
  api.listeners[0]?.onEvent({ type: 'user', user: ADA_WITH_PREMIUM });
  for (const { received } of tabs)
    await expect.poll(() => received).toEqual([{ type: 'user', user: ADA_WITH_PREMIUM }]);
  expect(stranger.received).toEqual([]);
  expect(api.listeners).toHaveLength(2);
});

test('another tab leads when the leader closes', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await expect.poll(connections).toBe(1);
  second.leave();
  first.leave();
  await expect.poll(() => api.listeners.length).toBe(2);
  api.listeners[1]?.onEvent({ type: 'user', user: ADA_WITH_PREMIUM });
  expect(third.received).toEqual([{ type: 'user', user: ADA_WITH_PREMIUM }]);
  expect([...first.received, ...second.received]).toEqual([]);
  expect(connections()).toBe(1);
});

test('a tab that joins late learns that it missed events, and the leader does not', async () => {
  const first = openTab();
  await expect.poll(connections).toBe(1);
  const second = openTab();
  await expect.poll(() => second.missed.mock.calls).toHaveLength(1);
  expect(first.missed).not.toHaveBeenCalled();
});

test('a visible tab replaces a silent leader, which follows when it is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const suspended = openTab();
  await expect.poll(connections).toBe(1);
  const postMessage = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  const seen = openTab();
  // The leader's own connection is alive.
  for (let seconds = 0; seconds < 34; seconds += 17) {
    await vi.advanceTimersByTimeAsync(17_000);
    api.listeners[0]?.onActivity?.();
  }
  expect(api.listeners).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(() => api.listeners.length).toBe(2);
  await expect.poll(connections).toBe(1);
  postMessage.mockRestore();
  api.listeners[1]?.onEvent({ type: 'user', user: ADA_WITH_PREMIUM });
  for (const { received } of [suspended, seen]) await expect.poll(() => received).toHaveLength(1);
  seen.leave();
  await expect.poll(() => api.listeners.length).toBe(3);
  expect(connections()).toBe(1);
});

test('a hidden tab does not replace a silent leader', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  openTab();
  await expect.poll(connections).toBe(1);
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  openTab();
  for (let seconds = 0; seconds < 60; seconds += 17) {
    await vi.advanceTimersByTimeAsync(17_000);
    // The leader's own connection is alive.
    api.listeners[0]?.onActivity?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(api.listeners).toHaveLength(1);
});

test('a leader that sends heartbeats keeps the connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  openTab();
  await expect.poll(connections).toBe(1);
  openTab();
  for (let seconds = 0; seconds < 120; seconds += 5) {
    await vi.advanceTimersByTimeAsync(5_000);
    // A posted message arrives in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    api.listeners.at(-1)?.onActivity?.();
  }
  expect(connections()).toBe(1);
  expect(api.listeners).toHaveLength(1);
});

test('a page in the back/forward cache resigns, and joins again when it is shown', async () => {
  openTab();
  await expect.poll(connections).toBe(1);
  dispatchEvent(new Event('pagehide'));
  expect(connections()).toBe(0);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await expect.poll(connections).toBe(1);
});

test('without locks each tab has its own connection', () => {
  vi.stubGlobal('navigator', {});
  const [first, second] = [openTab(), openTab()];
  expect(connections()).toBe(2);
  api.listeners[0]?.onEvent({ type: 'user', user: ADA_WITH_PREMIUM });
  expect(first.received).toEqual([{ type: 'user', user: ADA_WITH_PREMIUM }]);
  expect(second.received).toEqual([]);
});

test('each tab has its own connection in a browser that refuses locks', async () => {
  const refuse = () => Promise.reject(new Error('SecurityError'));
  vi.stubGlobal('navigator', { locks: { request: refuse, query: refuse } });
  openTab();
  await expect.poll(connections).toBe(1);
});

test('each tab has its own connection in a browser that refuses channels between tabs', () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new Error('SecurityError');
      }
    },
  );
  openTab();
  openTab();
  expect(connections()).toBe(2);
});
