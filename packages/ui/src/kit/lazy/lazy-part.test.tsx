// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';
import { setChunkRecovery } from './load-chunk.ts';

let rerender: (part: ReactNode) => void;
const listeners = new Set<() => void>();
const onReachable = () => [...listeners].forEach((listener) => listener());
beforeEach(() => {
  rerender = render(<></>, { onCaughtError: () => {} }).rerender;
  setChunkRecovery({
    isReachable: async () => false,
    whenReachable(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload: () => false,
  });
});
afterEach(() => {
  listeners.clear();
});

function Loaded({ name }: { name: string; onClose?: () => void }) {
  return <b>{name}</b>;
}

const gone = new TypeError('gone');
const loader = () => vi.fn<() => Promise<typeof Loaded>>().mockRejectedValue(gone);
const show = (part: ReactNode) => act(async () => rerender(<Suspense>Chat {part}</Suspense>));
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('a part that fails to load says so and leaves the page unchanged', async () => {
  const load = loader();
  const Part = lazyPart('palette', load);
  const onClose = vi.fn<() => void>();
  await show(<Part name="Palette" onClose={onClose} />);
  expect(document.body.textContent).toContain('Chat');
  expect(screen.getByRole('alert').textContent).toContain('Loading chunk palette failed');
  await press('Dismiss');
  expect(onClose).toHaveBeenCalledOnce();
  load.mockResolvedValue(Loaded);
  await press('Try again');
  expect(screen.getByText('Palette')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a part that failed after it was unmounted loads again at the next mount', async () => {
  const { promise, reject } = Promise.withResolvers<typeof Loaded>();
  const load = loader().mockReturnValueOnce(promise);
  const Part = lazyPart('palette', load);
  await show(<Part name="Palette" />);
  await show(null);
  await act(async () => reject(gone));
  load.mockResolvedValue(Loaded);
  await act(async () => onReachable());
  await show(<Part name="Palette" />);
  expect(screen.getByText('Palette')).toBeDefined();
});

test('a failed part loads by itself once the server answers again', async () => {
  const load = loader();
  const Part = lazyPart('palette', load);
  await show(<Part name="Palette" />);
  load.mockResolvedValue(Loaded);
  await act(async () => onReachable());
  expect(screen.getByText('Palette')).toBeDefined();
});

test('a part that was closed after a failure loads again when it is opened next', async () => {
  const load = loader();
  const Part = lazyPart('palette', load);
  await show(<Part name="Palette" />);
  await show(null);
  load.mockResolvedValue(Loaded);
  await show(<Part name="Palette" />);
  expect(screen.getByText('Palette')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

test('the replacement of a failed part receives the part’s props', async () => {
  const Part = lazyPart('markdown', loader(), ({ part }) => <i>{part.name}</i>);
  await show(<Part name="plain words" />);
  expect(screen.getByText('plain words')).toBeDefined();
});

test('an error thrown by the part itself is not treated as a failed chunk', async () => {
  const broken = new Error('broken');
  const Part = lazyPart('palette', async () => () => {
    throw broken;
  });
  await expect(show(<Part />)).rejects.toBe(broken);
});
