// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { navigate } from './navigate.ts';
import { loadDocument, useOpenOverlay } from './open-overlays.ts';

function Layer({ name, onClose }: { name: string; onClose: () => void }) {
  useOpenOverlay('dialog', true, onClose);
  return <p>{name}</p>;
}

const layers = createStore<{ names: string[] }>(() => ({ names: [] }));
const show = (names: string[]) => act(() => layers.setState({ names }));

function Layers() {
  const names = useStore(layers, (state) => state.names);
  const close = (name: string) => layers.setState({ names: names.filter((other) => other !== name) });
  return names.map((name) => <Layer key={name} name={name} onClose={() => close(name)} />);
}

const turn = () => act(() => new Promise((done) => setTimeout(done, 5)));
const go = async (where: 'back' | 'forward') => {
  history[where]();
  await turn();
};
const shown = () => screen.queryAllByText(/./).map(({ textContent }) => textContent);

beforeEach(async () => {
  layers.setState({ names: [] });
  history.replaceState({ page: 1 }, '', '/first');
  history.pushState({ page: 2 }, '', '/second');
  render(<Layers />);
  await turn();
});

test('Back closes the topmost layer first, and then leaves the page', async () => {
  show(['drawer']);
  await turn();
  show(['drawer', 'dialog']);
  await turn();
  await go('back');
  await waitFor(() => expect(shown()).toEqual(['drawer']));
  await go('back');
  await waitFor(() => expect(shown()).toEqual([]));
  expect(location.pathname).toBe('/second');
  await go('back');
  expect(location.pathname).toBe('/first');
});

test('a second Back before the first has closed its layer stays on the page', async () => {
  show(['drawer']);
  await turn();
  show(['drawer', 'dialog']);
  await turn();
  act(() => {
    history.back();
    history.back();
  });
  await turn();
  await waitFor(() => expect(shown()).toEqual(['drawer']));
  expect(location.pathname).toBe('/second');
  await go('back');
  await waitFor(() => expect(shown()).toEqual([]));
  expect(location.pathname).toBe('/second');
});

test('a layer that closes otherwise leaves nothing in the history', async () => {
  show(['dialog']);
  await turn();
  show([]);
  await turn();
  expect(history.state).toEqual({ page: 2 });
  await go('back');
  expect(location.pathname).toBe('/first');
});

test('Forward after Back opens nothing and stays on the page', async () => {
  show(['dialog']);
  await turn();
  await go('back');
  await go('forward');
  await turn();
  expect(shown()).toEqual([]);
  expect(history.state).toEqual({ page: 2 });
});

test('one layer that follows another keeps one guard', async () => {
  show(['palette']);
  await turn();
  const { length } = history;
  show(['settings']);
  await turn();
  expect(history.length).toBe(length);
  await go('back');
  await waitFor(() => expect(shown()).toEqual([]));
  expect(location.pathname).toBe('/second');
});

test('a page opened from a layer takes the place of its guard, however it closes', async () => {
  show(['drawer']);
  await turn();
  act(() => navigate('/third'));
  show([]);
  await turn();
  expect(location.pathname).toBe('/third');
  await go('back');
  expect(location.pathname).toBe('/second');
  expect(shown()).toEqual([]);

  show(['drawer']);
  await turn();
  show([]);
  await act(() => new Promise((done) => setTimeout(done)));
  act(() => navigate('/fourth'));
  await turn();
  expect(location.pathname).toBe('/fourth');
  await go('back');
  expect(location.pathname).toBe('/second');
});

test('a page opened after a layer waits for its guard to leave, although another guard left a second ago', async () => {
  const closeOne = async () => {
    show(['dialog']);
    await turn();
    show([]);
    await turn();
  };
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await closeOne();
  await vi.advanceTimersByTimeAsync(900);
  const back = vi.spyOn(history, 'back').mockReturnValue();
  await closeOne();
  act(() => navigate('/third'));
  await vi.advanceTimersByTimeAsync(300);
  expect(location.pathname).toBe('/second');
  back.mockRestore();
  await go('back');
  expect(location.pathname).toBe('/third');
});

test.each([
  ['before', () => loadDocument('/chat'), () => show([])],
  ['after', () => show([]), () => loadDocument('/chat')],
])('a document that begins to load %s a layer closes is not canceled by going back', async (_when, first, second) => {
  const replace = vi.spyOn(location, 'replace').mockReturnValue();
  const back = vi.spyOn(history, 'back');
  show(['dialog']);
  await turn();
  first();
  second();
  await turn();
  expect(replace.mock.calls).toEqual([['/chat']]);
  expect(back).not.toHaveBeenCalled();
  dispatchEvent(new Event('pageshow'));
  await turn();
  expect(back).toHaveBeenCalledOnce();
});
