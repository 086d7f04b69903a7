// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderChat } from '../../../../testing/render-chat.tsx';
import { Printing } from './printing.tsx';

const print = vi.fn<() => void>();
const loadOlder = vi.fn<(id: string) => Promise<void>>();

beforeEach(() => {
  history.replaceState(null, '', '/c/c');
  vi.stubGlobal('print', print);
  document.documentElement.dataset.theme = 'dark';
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const mock of [print, loadOlder]) mock.mockReset();
});

async function show(nextBefore: string | null) {
  const thread = { status: 'ready', messageIds: [], nextBefore, isLoadingOlder: false, reply: null } as const;
  const rendered = await renderChat(<Printing />, { threads: { c: { ...thread, messageIds: [] } } });
  rendered.chat.setState({ loadOlder });
  const page = (before: string | null) =>
    rendered.chat.setState({ threads: { c: { ...thread, messageIds: [], nextBefore: before } } });
  return { ...rendered, page };
}

test('a conversation is printed after its older messages are loaded, in light colors, with every row rendered', async () => {
  const { page } = await show('m2');
  loadOlder.mockImplementationOnce(async () => page('m1')).mockImplementationOnce(async () => page(null));
  const onBeforePrint = vi.fn<() => void>();
  addEventListener('beforeprint', onBeforePrint, { once: true });
  let theme: string | undefined;
  print.mockImplementation(() => void (theme = document.documentElement.dataset.theme));
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(loadOlder.mock.calls).toEqual([['c'], ['c']]);
  expect(onBeforePrint).toHaveBeenCalledOnce();
  expect([theme, document.documentElement.dataset.theme]).toEqual(['light', 'dark']);
});

test('a conversation whose older messages do not load is printed as far as it is loaded', async () => {
  await show('m2');
  loadOlder.mockResolvedValue();
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(loadOlder).toHaveBeenCalledOnce();
});

test('keys beside Ctrl+P do not print', async () => {
  await show(null);
  for (const key of [{ key: 'p' }, { key: 'p', ctrlKey: true, shiftKey: true }, { key: 'o', ctrlKey: true }])
    expect(fireEvent.keyDown(document.body, key)).toBe(true);
  expect(print).not.toHaveBeenCalled();
});
