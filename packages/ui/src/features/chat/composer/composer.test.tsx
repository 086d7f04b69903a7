// @vitest-environment happy-dom
import { act, Profiler, useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_MESSAGE_LENGTH, unsupportedType, type Capabilities } from '@parley/core';
import { useOpenOverlay } from '../../../kit/overlays/open-overlays.ts';
import type { ChatState, Thread } from '../../../stores/chat/chat-state.ts';
import { question, reply, stored, USAGE } from '../../../stores/testing/scripted-samples.ts';
import { click, fire, mountChat, press, type, type MountedChat } from '../testing/mounted-chat.tsx';
import { MessageList } from '../thread/message-list.tsx';
import { Dock } from './dock.tsx';

const READY: Thread = { status: 'ready', messageIds: ['q', 'r'], nextBefore: null, isLoadingOlder: false, reply: null };
const RUNNING: Thread = {
  ...READY,
  reply: { generationId: 'run', messageId: 'r', connection: 'live', stopping: false },
};

let page: MountedChat;
let upgrades = 0;
beforeEach(() => {
  upgrades = 0;
  // happy-dom has no layout, so the box must not be fitted to its text.
  vi.stubGlobal('CSS', { supports: () => true, escape: (text: string) => text });
});
afterEach(async () => {
  await page.unmount();
  vi.unstubAllGlobals();
});

async function mountDock(state: Partial<ChatState> = {}, over: ReactNode = null) {
  const nothing = () => {};
  page = await mountChat(
    <>
      {over}
      <Dock
        boxRef={{ current: null }}
        conversationId="c"
        notice={null}
        onBelow={nothing}
        onSend={nothing}
        onSignIn={nothing}
        onUpgrade={() => upgrades++}
      />
    </>,
    {
      threads: { c: READY },
      messages: { q: question('q', 'Why?'), r: reply('r', { text: 'So.' }) },
      ...state,
    },
  );
}

const box = () => page.control('Message');
const send = () => page.control('Send');
const file = (name: string, type: string) => new File(['bytes'], name, { type });
const alerts = () => page.texts('[role=alert]');

async function drop(target: EventTarget, files: File[]) {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: ['Files'], files } });
  await act(async () => void target.dispatchEvent(event));
  return event;
}

test('sends on Enter, starts a new line on Shift+Enter, and does not send blank text', async () => {
  await mountDock();
  const sent: string[] = [];
  await page.set({ send: async (_id: string, text: string) => void sent.push(text) } as never);
  await press(box(), 'Enter');
  await type(box(), '  ');
  await press(box(), 'Enter');
  await type(box(), 'Why is it so?');
  await press(box(), 'Enter', { shiftKey: true });
  expect(sent).toEqual([]);
  await press(box(), 'Enter');
  expect(sent).toEqual(['Why is it so?']);
});

// Safari reports the key that confirms an IME word after the composition ended, with only this key code.
test.each([{ isComposing: true }, { keyCode: 229 }])(
  'does not send when Enter confirms an IME word: %o',
  async (key) => {
    await mountDock();
    const sent: string[] = [];
    await page.set({ send: async (_id: string, text: string) => void sent.push(text) } as never);
    await type(box(), '東京');
    await press(box(), 'Enter', key);
    expect(sent).toEqual([]);
    await press(box(), 'Enter');
    expect(sent).toEqual(['東京']);
  },
);

test('uploads a dropped file, shows its progress, and can send it alone once it is uploaded', async () => {
  await mountDock();
  const event = await drop(page.host, [file('tide.png', 'image/png')]);
  expect(event.defaultPrevented).toBe(true);
  await page.until(() => page.api.uploads.length === 1);
  await act(async () => page.api.uploads[0]?.onProgress(0.4));
  expect(page.host.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('40');
  expect(send()).toHaveProperty('disabled', true);
  await act(async () => page.api.uploads[0]?.resolve(stored('tide')));
  await page.until(() => page.host.querySelector('[role=progressbar]') === null);
  expect(send()).toHaveProperty('disabled', false);
  await click(page.control('Remove tide.png'));
  expect(page.control('Remove tide.png')).toBeNull();
  expect(send()).toHaveProperty('disabled', true);
});

test('does not let a file dropped outside the column replace the page', async () => {
  await mountDock();
  const event = await drop(document.body, [file('tide.png', 'image/png')]);
  expect(event.defaultPrevented).toBe(true);
  expect(page.api.uploads).toEqual([]);
});

test('shows why an upload failed, and retries it', async () => {
  await mountDock();
  await drop(page.host, [file('tide.png', 'image/png')]);
  await page.until(() => page.api.uploads.length === 1);
  await act(async () => page.api.uploads[0]?.reject(new Error('cut')));
  await page.until(() => page.control('Retry uploading tide.png') !== null);
  expect(send()).toHaveProperty('disabled', true);
  await click(page.control('Retry uploading tide.png'));
  await page.until(() => page.api.uploads.length === 2);
});

test('refuses a file of another type with an alert that can be dismissed', async () => {
  await mountDock();
  await drop(page.host, [file('a.zip', 'application/zip'), file('b.zip', 'application/zip')]);
  await page.until(() => alerts().length > 0);
  expect(alerts()).toEqual([unsupportedType('application/zip')]);
  await click(page.control('Dismiss'));
  expect(alerts()).toEqual([]);
});

test('attaches a pasted picture, but not one that comes with its text', async () => {
  await mountDock();
  const paste = async (types: string[]) => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { types, files: [file('image.png', 'image/png')] } });
    await fire(box(), event);
    return event.defaultPrevented;
  };
  expect(await paste(['text/plain', 'Files'])).toBe(false);
  expect(await paste(['Files'])).toBe(true);
  await page.until(() => page.api.uploads.length === 1);
});

test('warns about a message that is too long before it is sent', async () => {
  await mountDock({ drafts: { c: 'x'.repeat(MAX_MESSAGE_LENGTH + 1) } });
  expect(alerts()).toEqual(['This message has 200,001 characters. The limit is 200,000.']);
  expect(send()).toHaveProperty('disabled', true);
});

test.each(['dialog', 'menu', 'drawer'] as const)(
  'Escape stops the reply from anywhere, unless a %s is open',
  async (overlay) => {
    let close = () => {};
    function Overlay() {
      const [isOpen, setOpen] = useState(true);
      useOpenOverlay(overlay, isOpen);
      close = () => setOpen(false);
      return null;
    }
    await mountDock({ threads: { c: RUNNING } }, <Overlay />);
    let stopped = 0;
    await page.set({ stop: async () => void stopped++ } as never);
    await press(null, 'Escape');
    act(() => close());
    expect(stopped).toBe(0);
    await press(null, 'Escape');
    expect(stopped).toBe(1);
  },
);

test('Arrow Up in an empty box edits the last question', async () => {
  await mountDock();
  await type(box(), 'x');
  await press(box(), 'ArrowUp');
  expect(page.chat.getState().editing).toBeNull();
  await type(box(), '');
  await press(box(), 'ArrowUp');
  expect(page.chat.getState().editing?.messageId).toBe('q');
});

test('does not select a mode that the server lacks, and says why', async () => {
  const ok = { ok: true };
  const image = { ok: false, reason: 'This server draws no pictures.' };
  const capabilities: Capabilities = {
    normal: ok,
    thinking: ok,
    web_search: ok,
    attachImage: ok,
    attachPdf: ok,
    image,
  };
  await mountDock({ capabilities });
  const mode = page.control('Image');
  expect(mode?.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(mode?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(image.reason);
  await click(mode);
  expect(page.chat.getState().mode).toBe('normal');
  expect(alerts()).toEqual([image.reason]);
  await click(page.control('Search'));
  expect(page.chat.getState().mode).toBe('web_search');
});

test('shows the limit message, when it resets, and the upgrade link', async () => {
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setHours(9, 40, 0, 0);
  await mountDock({ usage: { ...USAGE, messagesUsed: 10, isLimitReached: true, periodEnd: tomorrow.toISOString() } });
  expect(box()?.getAttribute('placeholder')).toBe('Upgrade to Premium to continue chatting...');
  for (const name of ['Message', 'Attach a file', 'Normal', 'Search']) {
    expect(page.control(name)).toHaveProperty('disabled', true);
  }
  expect(page.host.textContent).toContain(
    'Daily message limit reached. Please upgrade to Premium for unlimited messages.',
  );
  expect(page.host.textContent).toContain('10 / 10 (12h)');
  expect(page.host.textContent).toMatch(/Resets tomorrow at 0?9[:.]40/);
  expect(send()).toBeNull();
  await click(page.control('Upgrade'));
  expect(upgrades).toBe(1);
});

test('edits the last picture in Image mode, unless the user asks for a new one', async () => {
  await mountDock({ mode: 'image', messages: { r: reply('r', { imageUrl: '/api/files/p' }) } });
  expect(page.host.textContent).toContain('Editing the last image');
  await click(page.control('Create a new image instead'));
  expect(page.chat.getState().startsNewImage).toEqual({ c: true });
  expect(page.host.textContent).not.toContain('Editing the last image');
});

test('does not render any message while the user types', async () => {
  let drawn = 0;
  const nothing = () => {};
  page = await mountChat(
    <>
      <Profiler id="list" onRender={() => drawn++}>
        <MessageList conversationId="c" thread={READY} scrollerRef={nothing} scroller={{ current: null }} />
      </Profiler>
      <Dock
        boxRef={{ current: null }}
        conversationId="c"
        notice={null}
        onBelow={nothing}
        onSend={nothing}
        onSignIn={nothing}
        onUpgrade={nothing}
      />
    </>,
    { threads: { c: READY }, messages: { q: question('q', 'Why?'), r: reply('r', { text: 'So.' }) } },
  );
  await page.until(() => page.host.querySelector('.prose') !== null);
  drawn = 0;
  await type(box(), 'a');
  await type(box(), 'ab');
  expect(drawn).toBe(0);
});
