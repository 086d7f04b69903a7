// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TransportError } from '../../api/transport-error.ts';
import { createConnectionStore } from './connection-store.ts';

const ping = vi.fn<() => Promise<void>>();
let isOnline = true;
let leave = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  ping.mockReset().mockResolvedValue(undefined);
  isOnline = true;
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open() {
  const store = createConnectionStore({ api: { ping }, random: () => 0 });
  leave = store.getState().follow();
  return store;
}

function set(online: boolean) {
  isOnline = online;
  dispatchEvent(new Event(online ? 'online' : 'offline'));
}

test('no ping is sent while nothing fails', async () => {
  const store = open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.getState().reach).toBe('reached');
  expect(ping).not.toHaveBeenCalled();
});

test('an unreachable server is pinged at least once a second until it answers', async () => {
  ping.mockRejectedValue(new TransportError());
  const store = open();
  expect(await store.getState().check()).toBe(false);
  expect(store.getState().reach).toBe('unreachable');
  await vi.advanceTimersByTimeAsync(500 + 5 * 1000);
  expect(ping).toHaveBeenCalledTimes(7);
  ping.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.getState().reach).toBe('reached');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ping).toHaveBeenCalledTimes(8);
});

test('a hidden page pings less and less often, and at once when it becomes visible', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  ping.mockRejectedValue(new TransportError());
  const store = open();
  await store.getState().check();
  await vi.advanceTimersByTimeAsync(500 + 1000 + 2000 + 4000 + 8000 + 8000);
  expect(ping).toHaveBeenCalledTimes(7);
  ping.mockResolvedValue(undefined);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().reach).toBe('reached');
  expect(ping).toHaveBeenCalledTimes(8);
});

test('a failed request does not change the state while the server answers pings', async () => {
  const store = open();
  expect(await store.getState().check()).toBe(true);
  expect(store.getState().reach).toBe('reached');
});

test('concurrent checks share one ping', async () => {
  const { check } = open().getState();
  expect(await Promise.all([check(), check(), check()])).toEqual([true, true, true]);
  expect(ping).toHaveBeenCalledOnce();
});

test('no further ping is sent while the browser is offline, and one at once when it is back online', async () => {
  const store = open();
  ping.mockRejectedValue(new TransportError());
  set(false);
  expect(store.getState().reach).toBe('offline');
  await store.getState().check();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.getState().reach).toBe('offline');
  expect(ping).toHaveBeenCalledOnce();
  ping.mockResolvedValue(undefined);
  set(true);
  expect(store.getState().reach).toBe('reached');
  expect(ping).toHaveBeenCalledTimes(2);
});

test('a server on this machine is reached without a network', async () => {
  isOnline = false;
  const store = open();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().reach).toBe('reached');
  set(true);
  set(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().reach).toBe('reached');
  ping.mockRejectedValue(new TransportError());
  await store.getState().check();
  expect(store.getState().reach).toBe('offline');
  ping.mockResolvedValue(undefined);
  dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().reach).toBe('reached');
});

test('the server may stay unreachable when the network is back', async () => {
  const store = open();
  ping.mockRejectedValue(new TransportError());
  set(false);
  set(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().reach).toBe('unreachable');
});
