import { expect, test, vi } from 'vitest';
import { createReloadOnce } from './reload-once.ts';

function tab() {
  const kept = new Map<string, string>();
  const reload = vi.fn<() => void>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return { reload, kept, open: (build: string) => createReloadOnce({ build, storage: () => storage, reload }) };
}

test('createReloadOnce reloads a build once, however many of its chunks fail', () => {
  const { reload, open } = tab();
  const first = open('one');
  expect([first(), first()]).toEqual([true, true]);
  expect(open('one')()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

test('createReloadOnce reloads alternating builds once each', () => {
  const { reload, open } = tab();
  expect(['one', 'two', 'one', 'two'].map((build) => open(build)())).toEqual([true, true, false, false]);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('createReloadOnce never reloads without storage', () => {
  const { reload, kept, open } = tab();
  const forbidden = createReloadOnce({
    build: 'one',
    storage: () => {
      throw new DOMException('Forbidden', 'SecurityError');
    },
    reload,
  });
  expect(forbidden()).toBe(false);
  kept.set('reloaded-builds', 'not JSON');
  expect(open('one')()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
