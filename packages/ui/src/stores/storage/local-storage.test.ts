// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { openLocalStorage } from './local-storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const forbid = (...methods: ('getItem' | 'setItem' | 'removeItem')[]) => {
  for (const method of methods)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'QuotaExceededError');
    });
};

test('a stored value survives until the next visit', () => {
  openLocalStorage().set('token', 'one');
  const storage = openLocalStorage();
  expect(storage.get('token')).toBe('one');
  storage.remove('token');
  expect(openLocalStorage().get('token')).toBeNull();
});

test('a value lasts as long as the page if storage is forbidden', () => {
  forbid('getItem', 'setItem', 'removeItem');
  const storage = openLocalStorage();
  expect(storage.get('drafts')).toBeNull();
  storage.set('drafts', 'half a thought');
  expect(storage.get('drafts')).toBe('half a thought');
  storage.remove('drafts');
  expect(storage.get('drafts')).toBeNull();
});

test('a value that exceeds the quota replaces the stored one in memory until there is room', () => {
  const storage = openLocalStorage();
  storage.set('waiting', 'one');
  forbid('setItem');
  storage.set('waiting', 'one, two');
  expect(storage.get('waiting')).toBe('one, two');
  vi.restoreAllMocks();
  storage.set('waiting', 'two');
  expect(openLocalStorage().get('waiting')).toBe('two');
  expect(storage.get('waiting')).toBe('two');
});
