import { expect, test, vi } from 'vitest';
import { createTabLock } from './tab-lock.ts';

test('one holder gets the lock, and the next one after its release', async () => {
  const [first, second] = [createTabLock('a'), createTabLock('a')];
  expect(await first.acquire()).toBe(true);
  expect(await first.acquire()).toBe(true);
  expect(await createTabLock('b').acquire()).toBe(true);
  expect(await second.acquire()).toBe(false);
  expect(second.isHeld).toBe(false);
  first.close();
  expect(first.isHeld).toBe(false);
  expect(await second.acquire()).toBe(true);
  second.close();
});

test('a lock that is closed while it waits is released at once', async () => {
  const [first, second] = [createTabLock('c'), createTabLock('c')];
  const acquired = first.acquire();
  first.close();
  expect(await acquired).toBe(false);
  expect(await second.acquire()).toBe(true);
  second.close();
});

test('a browser that refuses locks gives it to every tab', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('Storage is blocked.', 'SecurityError'));
  const lock = createTabLock('d');
  expect(await lock.acquire()).toBe(true);
  expect(lock.isHeld).toBe(true);
  lock.close();
});
