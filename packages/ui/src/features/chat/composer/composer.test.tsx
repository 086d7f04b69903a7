// @vitest-environment happy-dom
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { cloneElement, Profiler, useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_MESSAGE_LENGTH, unsupportedType } from '@parley/core';
import { useOpenOverlay } from '../../../kit/overlays/open-overlays.ts';
import type { ChatState, Thread } from '../../../stores/chat/chat-state.ts';
import { ABLE, question, reply, stored, USAGE } from '../../../stores/testing/scripted-samples.ts';
import { renderConversation } from '../../../testing/render-chat.tsx';
import { MessageList } from '../thread/list/message-list.tsx';
import { Dock } from './dock.tsx';

const READY: Thread = { status: 'ready', messageIds: ['q', 'r'], nextBefore: null, isLoadingOlder: false, reply: null };
const RUNNING: Thread = {
  ...READY,
  reply: { generationId: 'run', messageId: 'r', connection: 'live', stopping: false },
};
const MESSAGES = [question('q', 'Why?'), reply('r', { text: 'So.' })];

const onUpgrade = vi.fn<() => void>();
beforeEach(() => {
  onUpgrade.mockReset();
  // happy-dom has no layout, so the box must not be fitted to its text.
  vi.stubGlobal('CSS', { supports: () => true, escape: (text: string) => text });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const nothing = () => {};
const DOCK = (
  <Dock
    boxRef={{ current: null }}
    conversationId="c"
    notice={null}
    onBelow={nothing}
    onSend={nothing}
    onSignIn={nothing}
    onUpgrade={onUpgrade}
  />
);
const renderDock = (state: Partial<ChatState> = {}, beside: ReactNode = null, messages = MESSAGES) =>
  renderConversation(
    <main>
      {beside}
      {DOCK}
    </main>,
    messages,
    state,
  );

const column = () => screen.getByRole('main');
const box = () => screen.getByRole('textbox', { name: 'Message' });
const button = (name: string) => screen.getByRole('button', { name });
const file = (name: string, type: string) => new File(['bytes'], name, { type });
/** Drops files and returns whether the page kept the browser from opening them. */
const drop = (target: HTMLElement, files: File[]) =>
  !fireEvent.drop(target, { dataTransfer: { types: ['Files'], files } });

test('offers files, the modes and the model’s disclaimer, and counts the free messages', async () => {
  await renderDock({ usage: { ...USAGE, messagesUsed: 3 } });
  expect(button('Attach a file')).toBeDefined();
  expect(screen.getAllByRole('radio').map((mode) => mode.getAttribute('aria-label'))).toEqual([
    'Normal',
    'Thinking',
    'Image',
    'Search',
  ]);
  expect(screen.getByRole('radio', { name: 'Normal', checked: true })).toBeDefined();
  expect(box()).toHaveProperty('placeholder', 'Message Parley...');
  expect(screen.getByText('Parley can make mistakes. Consider checking important information.')).toBeDefined();
  expect(column().textContent).toContain('Messages used: 3 / 10 (12h)');
});

test('asks a visitor to sign in', async () => {
  const { session } = await renderDock();
  act(() => session.setState({ status: 'signed-out', user: null }));
  expect(box()).toHaveProperty('placeholder', 'Sign in to start chatting...');
  expect(button('Attach a file')).toHaveProperty('disabled', true);
});

test('asks a visitor who pastes a picture to sign in, and uploads nothing', async () => {
  const onSignIn = vi.fn<() => void>();
  const { api, session } = await renderConversation(cloneElement(DOCK, { onSignIn }), []);
  act(() => session.setState({ status: 'signed-out', user: null }));
  fireEvent.paste(box(), { clipboardData: { files: [file('image.png', 'image/png')], getData: () => '' } });
  expect(onSignIn).toHaveBeenCalledOnce();
  expect(screen.queryByText('image.png')).toBeNull();
  expect(api.uploads).toEqual([]);
});

test('sends on Enter, starts a new line on Shift+Enter, and does not send blank text', async () => {
  const { api, user } = await renderDock();
  await user.type(box(), '{Enter}  {Enter}');
  await user.clear(box());
  await user.type(box(), 'Why{Shift>}{Enter}{/Shift}is it so?');
  expect(api.streams).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(api.streams.map(({ request }) => request?.text)).toEqual(['Why\nis it so?']));
  expect(box()).toHaveProperty('value', '');
});

// Safari reports the key that confirms an IME word after the composition ended, with only this key code.
test.each([{ isComposing: true }, { keyCode: 229 }])(
  'does not send when Enter confirms an IME word: %o',
  async (composing) => {
    const { api, user } = await renderDock();
    await user.type(box(), '東京');
    fireEvent.keyDown(box(), { key: 'Enter', ...composing });
    expect(api.streams).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(api.stream.request?.text).toBe('東京'));
  },
);

test('uploads a dropped file, shows its progress, and can send it alone once it is uploaded', async () => {
  const { api, press } = await renderDock();
  expect(drop(column(), [file('tide.png', 'image/png')])).toBe(true);
  await waitFor(() => expect(api.uploads).toHaveLength(1));
  act(() => api.uploads[0]?.onProgress(0.4));
  // The list of files is loaded with the first one.
  expect((await screen.findByRole('progressbar', { name: 'Uploading tide.png' })).getAttribute('aria-valuenow')).toBe(
    '40',
  );
  expect(button('Send')).toHaveProperty('disabled', true);
  await act(async () => api.uploads[0]?.resolve(stored('tide')));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(button('Send')).toHaveProperty('disabled', false);
  await press('Remove tide.png');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove tide.png' })).toBeNull());
  expect(button('Send')).toHaveProperty('disabled', true);
});

test('does not let a file dropped outside the column replace the page', async () => {
  const { api } = await renderDock();
  expect(drop(document.body, [file('tide.png', 'image/png')])).toBe(true);
  expect(api.uploads).toEqual([]);
});

test('shows why an upload failed, and retries it', async () => {
  const { api, press } = await renderDock();
  drop(column(), [file('tide.png', 'image/png')]);
  await waitFor(() => expect(api.uploads).toHaveLength(1));
  await act(async () => api.uploads[0]?.reject(new Error('cut')));
  await screen.findByRole('button', { name: 'Retry uploading tide.png' });
  expect(button('Send')).toHaveProperty('disabled', true);
  await press('Retry uploading tide.png');
  await waitFor(() => expect(api.uploads).toHaveLength(2));
});

test.each(['application/zip', 'video/mp4', 'audio/mpeg'])(
  'refuses files of type %s with an alert that can be dismissed, and keeps the text',
  async (type) => {
    const { user, press } = await renderDock();
    await user.type(box(), 'What is this?');
    drop(column(), [file('a', type), file('b', type)]);
    await screen.findByRole('alert');
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([unsupportedType(type)]);
    expect(box()).toHaveProperty('value', 'What is this?');
    expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();
    await press('Dismiss');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('takes five of ten files, names the others, and drops the alert once there is room', async () => {
  const { user } = await renderDock();
  drop(
    column(),
    Array.from({ length: 10 }, (_, index) => file(`${index + 1}.png`, 'image/png')),
  );
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You can attach up to 5 files. Not attached: 6.png, 7.png, 8.png, 9.png, 10.png.',
  );
  await user.click(await screen.findByRole('button', { name: 'Remove 1.png' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('attaches a pasted picture, but not one that comes with its text', async () => {
  const { api } = await renderDock();
  const paste = (text: string, names = ['image.png']) => {
    const files = names.map((name) => file(name, 'image/png'));
    const event = createEvent.paste(box(), { clipboardData: { files, getData: () => text } });
    fireEvent(box(), event);
    return event.defaultPrevented;
  };
  expect(paste('A cell')).toBe(false);
  expect(paste('')).toBe(true);
  await waitFor(() => expect(api.uploads).toHaveLength(1));
  // The Finder copies the names, too.
  expect(paste('a.png\rb.png', ['a.png', 'b.png'])).toBe(true);
  expect(await screen.findByText('b.png')).toBeDefined();
});

/** Pastes text, and returns whether the box left it to the page. */
function pasteText(text: string): boolean {
  const event = createEvent.paste(box(), {
    clipboardData: { files: [], getData: (type: string) => (type === 'text/plain' ? text : '') },
  });
  fireEvent(box(), event);
  return event.defaultPrevented;
}
const LONG = `${'x'.repeat(49)}\n`.repeat(214);

test('turns a long pasted text into a file that can be put into the box, before and after its upload', async () => {
  const { api, press } = await renderDock({ drafts: { c: 'Look:' } });
  expect(pasteText('a short text')).toBe(false);
  expect(pasteText('x'.repeat(4_999))).toBe(false);
  expect(pasteText(LONG)).toBe(true);
  expect(await screen.findByText('Pasted text, 214 lines.txt')).toBeDefined();
  expect(box()).toHaveProperty('value', 'Look:');
  await waitFor(() => expect(api.uploads).toHaveLength(1));
  await press('Put into the box');
  await waitFor(() => expect(box()).toHaveProperty('value', `Look:\n${LONG}`));
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();

  expect(pasteText(LONG)).toBe(true);
  await waitFor(() => expect(api.uploads).toHaveLength(2));
  await act(async () => api.uploads[1]?.resolve({ ...stored('t'), kind: 'text', name: 'Pasted text, 214 lines.txt' }));
  api.documentText = async () => Promise.reject(new Error('cut'));
  await press('Put into the box');
  await screen.findByText('The text couldn’t be loaded. Try again.');
  api.documentText = async () => ({ text: 'only the beginning', isCut: true });
  await press('Put into the box');
  await screen.findByText('This text is too long for the box.');
  api.documentText = async () => ({ text: 'from the server', isCut: false });
  await press('Put into the box');
  await waitFor(() => expect(box()).toHaveProperty('value', `Look:\n${LONG}\nfrom the server`));
});

test('pastes a long text into the box with Ctrl+Shift+V, and when no more files fit', async () => {
  const { api } = await renderDock();
  fireEvent.keyDown(box(), { key: 'V', ctrlKey: true, shiftKey: true });
  expect(pasteText(LONG)).toBe(false);
  fireEvent.keyDown(box(), { key: 'v', ctrlKey: true });
  for (let times = 0; times < 5; times++) expect(pasteText(LONG)).toBe(true);
  expect(pasteText(LONG)).toBe(false);
  await waitFor(() => expect(api.uploads.length).toBeGreaterThan(0));
});

test('keeps a message that is too long in the box with a warning, and sends one at the limit', async () => {
  const longest = 'x'.repeat(MAX_MESSAGE_LENGTH);
  const { api, user, state } = await renderDock({ drafts: { c: `${longest}x` } });
  expect(screen.getByRole('alert').textContent).toBe('This message has 200,001 characters. The limit is 200,000.');
  expect(button('Send')).toHaveProperty('disabled', true);
  await user.type(box(), '{Enter}');
  expect(state.drafts['c']).toHaveLength(MAX_MESSAGE_LENGTH + 1);
  expect(api.streams).toEqual([]);

  fireEvent.change(box(), { target: { value: longest } });
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(box(), '{Enter}');
  await waitFor(() => expect(api.streams.map(({ request }) => request?.text?.length)).toEqual([MAX_MESSAGE_LENGTH]));
});

test.each(['dialog', 'menu', 'drawer'] as const)(
  'Escape stops the reply from anywhere, unless a %s is open',
  async (overlay) => {
    // Time passes only while the process runs. A stopped reply ends by itself after a second.
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let close = () => {};
    function Overlay() {
      const [isOpen, setOpen] = useState(true);
      useOpenOverlay(overlay, isOpen);
      close = () => setOpen(false);
      return null;
    }
    const { api, user } = await renderDock({ threads: { c: RUNNING } }, <Overlay />);
    await user.keyboard('{Escape}');
    act(() => close());
    expect(button('Stop')).toHaveProperty('disabled', false);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(api.calls).toContain('stop run'));
    expect(button('Stop')).toHaveProperty('disabled', true);
  },
);

test.each(['Enter', 'a click'])('%s queues a message while a reply is running, and Stop stays', async (way) => {
  const page = await renderDock({ threads: { c: RUNNING } });
  expect(screen.queryByRole('button', { name: 'Queue' })).toBeNull();
  await page.user.type(box(), 'And then?');
  expect(button('Stop')).toBeDefined();
  if (way === 'Enter') await page.user.keyboard('{Enter}');
  else await page.press('Queue');
  expect(page.chat.getState().queued.c).toMatchObject([{ text: 'And then?', waitsFor: 'reply' }]);
  expect(box()).toHaveProperty('value', '');
  expect(page.api.streams).toEqual([]);
});

test('Arrow Up in an empty box edits the last question', async () => {
  const page = await renderDock();
  await page.user.type(box(), 'x{ArrowUp}');
  expect(page.state.editing).toBeNull();
  await page.user.type(box(), '{Backspace}{ArrowUp}');
  expect(page.state.editing?.messageId).toBe('q');
});

test('does not select a mode that the server lacks, and says why', async () => {
  const reason = 'This server draws no pictures.';
  const { user } = await renderDock({ capabilities: { ...ABLE, image: { ok: false, reason } } });
  const mode = (name: string) => screen.getByRole('radio', { name });
  expect(mode('Image').getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(mode('Image').getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
  await user.click(mode('Image'));
  expect(screen.getByRole('radio', { name: 'Normal', checked: true })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe(reason);
  await user.click(mode('Search'));
  expect(screen.getByRole('radio', { name: 'Search', checked: true })).toBeDefined();
});

test('shows the limit message, when it resets, and the upgrade link', async () => {
  vi.useFakeTimers({ now: new Date(2026, 5, 14, 12), toFake: ['Date'] });
  const periodEnd = new Date(2026, 5, 15, 9, 40).toISOString();
  const { press } = await renderDock({ usage: { ...USAGE, messagesUsed: 10, isLimitReached: true, periodEnd } });
  expect(box().getAttribute('placeholder')).toBe('Upgrade to Premium to continue chatting...');
  expect(box()).toHaveProperty('disabled', true);
  expect(button('Attach a file')).toHaveProperty('disabled', true);
  for (const mode of screen.getAllByRole('radio')) expect(mode).toHaveProperty('disabled', true);
  expect(
    screen.getByText('Daily message limit reached. Please upgrade to Premium for unlimited messages.'),
  ).toBeDefined();
  expect(column().textContent).toContain('Messages used: 10 / 10 (12h)');
  expect(column().textContent).toMatch(/Resets tomorrow at 0?9[:.]40/);
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  await press('Upgrade');
  expect(onUpgrade).toHaveBeenCalledOnce();
});

test('edits the last picture in Image mode, unless the user asks for a new one', async () => {
  const picture = reply('r', { imageUrl: '/api/files/p' });
  const { press } = await renderDock({ modes: { c: 'image' } }, null, [question('q', 'A lighthouse'), picture]);
  await screen.findByText('Editing the last image');
  await press('Create a new image instead');
  expect(screen.queryByText('Editing the last image')).toBeNull();
});

test('does not render any message while the user types', async () => {
  const onRender = vi.fn<() => void>();
  const { user } = await renderDock(
    {},
    <Profiler id="list" onRender={onRender}>
      <MessageList
        conversationId="c"
        thread={READY}
        scrollerRef={nothing}
        scroller={{ current: null }}
        onDrafted={nothing}
      />
    </Profiler>,
  );
  // The last part of a reply to load is its renderer.
  await screen.findByText('So.', { selector: '.prose p' });
  onRender.mockReset();
  await user.type(box(), 'ab');
  expect(onRender).not.toHaveBeenCalled();
});
