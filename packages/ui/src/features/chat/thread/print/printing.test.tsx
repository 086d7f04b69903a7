// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderChat } from '../../../../testing/render-chat.tsx';
import { printConversation } from './print-conversation.ts';
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

test('folded parts are open on paper and folded again after it, and menus stay closed', async () => {
  await show(null);
  const thread = document.createElement('div');
  thread.dataset.thread = '';
  for (const name of ['reasoning', 'menu', 'open']) {
    const button = document.createElement('button');
    button.textContent = name;
    button.setAttribute('aria-expanded', String(name === 'open'));
    if (name === 'menu') button.setAttribute('aria-haspopup', 'menu');
    button.addEventListener('click', () =>
      button.setAttribute('aria-expanded', String(button.getAttribute('aria-expanded') === 'false')),
    );
    thread.append(button);
  }
  document.body.append(thread);
  const open = () => [...thread.querySelectorAll('button[aria-expanded="true"]')].map(({ textContent }) => textContent);
  let printed: unknown;
  print.mockImplementation(() => void (printed = open()));
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect([printed, open()]).toEqual([['reasoning', 'open'], ['open']]);
  thread.remove();
});

test('a conversation that is not open is opened first, and one that cannot be loaded is not printed', async () => {
  const { chat } = await show(null);
  const other = { status: 'loading', messageIds: [], nextBefore: null, isLoadingOlder: false, reply: null } as const;
  const put = (id: string, status: 'loading' | 'ready' | 'not-found') =>
    chat.setState({ threads: { ...chat.getState().threads, [id]: { ...other, messageIds: [], status } } });
  const isOver = printConversation(chat, 'd');
  expect(location.pathname).toBe('/c/d');
  put('d', 'not-found');
  await isOver;
  expect(print).not.toHaveBeenCalled();
  const isPrinted = printConversation(chat, 'e');
  put('e', 'ready');
  await isPrinted;
  expect(print).toHaveBeenCalledOnce();
});

test('keys beside Ctrl+P do not print', async () => {
  await show(null);
  for (const key of [{ key: 'p' }, { key: 'p', ctrlKey: true, shiftKey: true }, { key: 'o', ctrlKey: true }])
    expect(fireEvent.keyDown(document.body, key)).toBe(true);
  expect(print).not.toHaveBeenCalled();
});
