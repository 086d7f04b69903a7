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

test('nobody is asked while nothing breaks', async () => {
  const store = open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.getState().reach).toBe('reached');
  expect(ping).not.toHaveBeenCalled();
});

test('a server that does not answer is asked at longer and longer pauses until it does', async () => {
  ping.mockRejectedValue(new TransportError());
  const store = open();
  expect(await store.getState().check()).toBe(false);
  expect(store.getState().reach).toBe('unreachable');
  await vi.advanceTimersByTimeAsync(500 + 1000 + 2000 + 4000 + 8000 + 8000);
  expect(ping).toHaveBeenCalledTimes(7);
  ping.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(8000);
  expect(store.getState().reach).toBe('reached');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ping).toHaveBeenCalledTimes(8);
});

test('a failure elsewhere while the server answers says nothing', async () => {
  const store = open();
  expect(await store.getState().check()).toBe(true);
  expect(store.getState().reach).toBe('reached');
});

test('many who ask at once are one question', async () => {
  const { check } = open().getState();
  expect(await Promise.all([check(), check(), check()])).toEqual([true, true, true]);
  expect(ping).toHaveBeenCalledOnce();
});

test('without a network nobody is asked until it is back, and then at once', async () => {
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

test('a network without a way to the server is not enough', async () => {
  const store = open();
  set(false);
  ping.mockRejectedValue(new TransportError());
  set(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().reach).toBe('unreachable');
});
