// @vitest-environment happy-dom
import { act, fireEvent, waitFor } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reasoning } from '../../../../kit/reply/reasoning.tsx';
import { CollapsibleText } from '../../../../kit/text/collapsible-text.tsx';
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
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const mock of [print, loadOlder]) mock.mockReset();
});

async function show(nextBefore: string | null, parts?: ReactNode) {
  const thread = { status: 'ready', messageIds: [], nextBefore, isLoadingOlder: false, reply: null } as const;
  const rendered = await renderChat(
    <>
      <Printing />
      {parts}
    </>,
    { threads: { c: { ...thread, messageIds: [] } } },
  );
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

test('parts that load one after another are complete before the page is printed', async () => {
  // Time passes only while the process runs. Otherwise the wait could be over before the next part is rendered.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  function LoadingPart() {
    const [step, setStep] = useState(0);
    useEffect(() => {
      const timer = step < 3 ? setTimeout(() => setStep(step + 1), 300) : undefined;
      return () => clearTimeout(timer);
    }, [step]);
    return <p>{step}</p>;
  }
  await show(
    null,
    <main data-thread>
      <LoadingPart />
    </main>,
  );
  const printed: (string | undefined)[] = [];
  print.mockImplementation(() => void printed.push(document.querySelector('main p')?.textContent));
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
  await waitFor(() => expect(printed).toEqual(['3']));
});

test('folded parts are open on paper, also in rows that are rendered for it, and folded again after it', async () => {
  function LateRow() {
    const [isNear, setNear] = useState(false);
    useEffect(() => {
      const render = () => flushSync(() => setNear(true));
      addEventListener('beforeprint', render);
      return () => removeEventListener('beforeprint', render);
    }, []);
    return isNear && <CollapsibleText text={'late line\n'.repeat(100)} />;
  }
  const parts = (
    <main data-thread>
      <Reasoning text="I reason." live={false} startsOpen={false} />
      <CollapsibleText text={'early line\n'.repeat(100)} />
      <LateRow />
      <button type="button" aria-expanded={false} aria-haspopup="menu">
        More
      </button>
    </main>
  );
  await show(null, parts);
  const { body } = document;
  const open = () => [...body.querySelectorAll('button[aria-expanded="true"]')].map(({ textContent }) => textContent);
  const counts = () => ['early', 'late'].map((word) => body.textContent.split(`${word} line`).length - 1);
  expect([open(), counts()]).toEqual([[], [24, 0]]);
  const printed = vi.fn<(parts: unknown) => void>();
  // The browser’s own menu prints without a call from the page.
  addEventListener('beforeprint', () => printed([open(), counts()]), { once: true });
  await act(async () => dispatchEvent(new Event('beforeprint')));
  expect(printed).toHaveBeenCalledWith([
    ['Hide Reasoning', 'Show less', 'Show less'],
    [100, 100],
  ]);
  await act(async () => dispatchEvent(new Event('afterprint')));
  expect([open(), counts()]).toEqual([[], [24, 24]]);
  print.mockImplementation(() => printed(counts()));
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(printed).toHaveBeenLastCalledWith([100, 100]);
  await waitFor(() => expect(counts()).toEqual([24, 24]));
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
