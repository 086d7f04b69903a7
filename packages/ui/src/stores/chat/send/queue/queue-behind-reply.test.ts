import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { question, reply, stored } from '../../../testing/scripted-samples.ts';
import { ScriptedChat } from '../../../testing/scripted-chat.ts';
import { settled } from '../../../testing/settled.ts';
import { startSync } from '../../../sync/start-sync.ts';
import { scriptedClient } from '../../../testing/scripted-client.ts';
import { queuePause } from './queue-pause.ts';

type Chat = ReturnType<ScriptedChat['open']>;

let scripted: ScriptedChat;
let api: ScriptedChat['api'];
let tabs: Chat[];
/** Number of accepted messages. */
let count: number;

beforeEach(() => {
  scripted = new ScriptedChat();
  ({ api } = scripted);
  tabs = [];
  count = 0;
  api.put('a', question('q0', 'First?'), reply('r0', { text: 'One.' }));
});
/** Ends each tab, since a sending tab holds the lock until then. */
afterEach(() => {
  for (const chat of tabs) chat.act.reset('expired');
});

async function tab() {
  const chat = await scripted.signedIn();
  tabs.push(chat);
  await chat.act.openThread('a');
  return chat;
}

async function write(chat: Chat, text: string) {
  chat.act.setDraft('a', text);
  void chat.act.send('a', text);
  await settled();
}

const queued = (chat: Chat) => (chat.state.queued.a ?? []).map(({ text }) => text);
const idOf = (chat: Chat, text: string) =>
  chat.state.queued.a?.find((message) => message.text === text)?.clientMessageId ?? '';
const pause = (chat: Chat) => queuePause(chat.state, 'a');
const streams = (expected: number) => vi.waitFor(() => expect(api.streams).toHaveLength(expected));
const sent = () => api.streams.map(({ request }) => request?.text);

/** Accepts the newest request. */
async function accept() {
  const number = ++count;
  const before = api.conversations.get('a')?.messages ?? [];
  const running = reply(`r${number}`, { status: 'streaming', generationId: `run${number}`, seq: 0 });
  api.put('a', ...before, question(`q${number}`, api.stream.request?.text ?? ''), running);
  await api.stream.accept(`run${number}`, `q${number}`, `r${number}`);
}

/** Ends the accepted reply. */
async function end(change: Partial<ReturnType<typeof reply>> = {}) {
  const ended = reply(`r${count}`, { text: `Reply ${count}.`, ...change });
  api.put('a', ...(api.conversations.get('a')?.messages.slice(0, -1) ?? []), ended);
  await api.stream.finish(ended);
}

async function replying() {
  const chat = await tab();
  await write(chat, 'Second?');
  await accept();
  return chat;
}

test('a message sent during a reply is queued, leaves the composer, and is sent when the reply is complete', async () => {
  const chat = await replying();
  await write(chat, 'Third?');
  await write(chat, 'Fourth?');
  expect(queued(chat)).toEqual(['Third?', 'Fourth?']);
  expect(chat.state.drafts).toEqual({});
  expect(sent()).toEqual(['Second?']);
  await end();
  await streams(2);
  await accept();
  expect(queued(chat)).toEqual(['Fourth?']);
  await end();
  await streams(3);
  await accept();
  await end();
  expect(sent()).toEqual(['Second?', 'Third?', 'Fourth?']);
  await vi.waitFor(() => expect(scripted.storage.get('send-queue:ada')).toBeNull());
});

test('a message with the text of the one being sent is a message of its own', async () => {
  const chat = await tab();
  await write(chat, 'Again?');
  await write(chat, 'Again?');
  expect(queued(chat)).toEqual(['Again?']);
  expect(idOf(chat, 'Again?')).not.toBe(api.stream.request?.clientMessageId);
  await accept();
  await end();
  await streams(2);
  expect(api.streams[0]?.request?.clientMessageId).not.toBe(api.stream.request?.clientMessageId);
});

test('a queued message keeps its files', async () => {
  const chat = await replying();
  const attachment = stored('tide');
  const file = { key: 'k', name: 'tide.png', size: 9, progress: 1, error: null, canRetry: false, previewUrl: null };
  chat.store.setState({
    attachments: { a: [{ ...file, kind: 'image', status: 'ready', attachment }] },
  });
  await write(chat, '');
  expect(chat.state.attachments).toEqual({});
  await end();
  await streams(2);
  expect(api.stream.request?.attachmentIds).toEqual([attachment.id]);
});

test('a queue survives a reload during the reply', async () => {
  const before = await replying();
  await write(before, 'Third?');
  before.act.reset('expired');
  const after = await tab();
  expect(queued(after)).toEqual(['Third?']);
  await settled();
  const attached = api.streams.length;
  await end();
  await streams(attached + 1);
  expect(api.stream.request?.text).toBe('Third?');
});

test.each(['failed', 'interrupted'] as const)(
  'a reply that %s pauses the queue also after a reload, and a complete retry ends the pause',
  async (status) => {
    const before = await replying();
    await write(before, 'Third?');
    await end({ status });
    await settled();
    expect(pause(before)).toBe('failed');
    before.act.reset('expired');
    const chat = await tab();
    await settled();
    expect(queued(chat)).toEqual(['Third?']);
    expect(pause(chat)).toBe('failed');
    expect(sent()).toEqual(['Second?']);
    void chat.act.retry('a', 'r1');
    await streams(2);
    expect(pause(chat)).toBeNull();
    await api.stream.accept('again', 'q1', 'r1b');
    const again = reply('r1b', { text: 'Now.' });
    api.put('a', ...(api.conversations.get('a')?.messages.slice(0, -1) ?? []), again);
    await api.stream.finish(again);
    await streams(3);
    expect(api.stream.request?.text).toBe('Third?');
  },
);

test('Stop does not send the next message, but Send now does', async () => {
  const chat = await replying();
  await write(chat, 'Third?');
  await write(chat, 'Fourth?');
  void chat.act.stop('a');
  await end({ status: 'stopped' });
  await settled();
  expect(pause(chat)).toBe('stopped');
  expect(sent()).toEqual(['Second?']);
  await chat.act.sendNow('a', idOf(chat, 'Third?'));
  await streams(2);
  expect(api.stream.request?.text).toBe('Third?');
  await accept();
  await end();
  await streams(3);
  expect(api.stream.request?.text).toBe('Fourth?');
});

test('Stop does not send the next message if the server restores the reply from before a retry', async () => {
  const chat = await tab();
  void chat.act.retry('a', 'r0');
  await streams(1);
  await api.stream.accept('again', 'q0', 'r0b');
  await write(chat, 'Second?');
  void chat.act.stop('a');
  await api.stream.finish(reply('r0b', { status: 'stopped' }));
  await vi.waitFor(() => expect(chat.texts('a')).toEqual(['First?', 'One.']));
  await settled();
  expect(pause(chat)).toBe('held');
  expect(api.streams).toHaveLength(1);
});

test('Send now stops the running reply, and sends this message before the others', async () => {
  const chat = await replying();
  await write(chat, 'Third?');
  await write(chat, 'Fourth?');
  await chat.act.sendNow('a', idOf(chat, 'Fourth?'));
  expect(api.calls).toContain('stop run1');
  await end({ status: 'stopped', text: 'Half' });
  await streams(2);
  expect(api.stream.request?.text).toBe('Fourth?');
  expect(chat.texts('a')?.slice(2, 4)).toEqual(['Second?', 'Half']);
  await accept();
  await end();
  await streams(3);
  expect(api.stream.request?.text).toBe('Third?');
});

test('a message taken back returns to the composer and is not sent', async () => {
  const chat = await replying();
  await write(chat, 'Third?');
  chat.act.unqueueMessage('a', idOf(chat, 'Third?'));
  await vi.waitFor(() => expect(chat.state.drafts).toEqual({ a: 'Third?' }));
  await end();
  await settled();
  expect(sent()).toEqual(['Second?']);
});

test('a rejected message holds the messages queued behind it', async () => {
  const chat = await tab();
  await write(chat, 'Second?');
  await write(chat, 'Third?');
  await api.stream.cut(new AppError('usage-limit-reached'));
  await settled();
  expect(chat.state.drafts).toEqual({ a: 'Second?' });
  expect(queued(chat)).toEqual(['Third?']);
  expect(pause(chat)).toBe('held');
  expect(sent()).toEqual(['Second?']);
});

test('a new message overtakes a paused queue', async () => {
  const chat = await replying();
  await write(chat, 'Third?');
  await end({ status: 'failed' });
  await write(chat, 'Try again.');
  await streams(2);
  expect(api.stream.request?.text).toBe('Try again.');
  expect(queued(chat)).toEqual(['Third?']);
});

/** A tab that is opened without a connection, after the chat in another one. */
async function offlineAfter(chat: Chat) {
  chat.act.reset('expired');
  scripted.isReached = false;
  return tab();
}

test('messages sent without a connection overtake a queue that Stop paused, and are sent in order', async () => {
  const before = await replying();
  await write(before, 'Third?');
  await write(before, 'Fourth?');
  void before.act.stop('a');
  await end({ status: 'stopped' });
  await settled();
  const chat = await offlineAfter(before);
  await write(chat, 'Instead?');
  await write(chat, 'And this?');
  expect(queued(chat)).toEqual(['Instead?', 'And this?', 'Third?', 'Fourth?']);
  expect(pause(chat)).toBeNull();
  scripted.isReached = true;
  chat.act.wake();
  for (const number of [2, 3]) {
    await streams(number);
    await accept();
    await end();
  }
  await settled();
  expect(sent()).toEqual(['Second?', 'Instead?', 'And this?']);
  expect(queued(chat)).toEqual(['Third?', 'Fourth?']);
  expect(pause(chat)).toBe('held');
});

test('a message sent without a connection overtakes a queue that a failed reply paused, also after a reload', async () => {
  const before = await replying();
  await write(before, 'Third?');
  await end({ status: 'failed' });
  await settled();
  const written = await offlineAfter(before);
  await write(written, 'Instead?');
  written.act.reset('expired');
  scripted.isReached = true;
  const chat = await tab();
  await streams(2);
  expect(api.stream.request?.text).toBe('Instead?');
  expect(queued(chat)).toEqual(['Third?']);
});

test.each([
  ['an empty queue', []],
  ['the queue that Stop pauses', ['Third?']],
])(
  'a message sent between Stop and the end of the reply does not wait for Send now behind %s',
  async (_name, texts) => {
    const chat = await replying();
    for (const text of texts) await write(chat, text);
    void chat.act.stop('a');
    await write(chat, 'Instead?');
    expect(queued(chat)).toEqual(['Instead?', ...texts]);
    expect(sent()).toEqual(['Second?']);
    await end({ status: 'stopped' });
    await streams(2);
    expect(api.stream.request?.text).toBe('Instead?');
    expect(queued(chat)).toEqual(texts);
  },
);

test('a message queued during the reply to one that overtook a held queue is sent before that queue', async () => {
  const chat = await replying();
  await write(chat, 'Third?');
  void chat.act.stop('a');
  await end({ status: 'stopped' });
  await settled();
  await write(chat, 'Instead?');
  await streams(2);
  await accept();
  await write(chat, 'And this?');
  expect(queued(chat)).toEqual(['And this?', 'Third?']);
  await end();
  await streams(3);
  expect(api.stream.request?.text).toBe('And this?');
});

test('a paused queue does not block the queue of another conversation', async () => {
  const chat = await replying();
  await write(chat, 'Third?');
  await end({ status: 'failed' });
  await settled();
  api.put('b', question('q', 'Other?'), reply('r', { text: 'Yes.' }));
  await chat.act.openThread('b');
  scripted.isReached = false;
  void chat.act.send('b', 'Elsewhere?');
  scripted.isReached = true;
  chat.act.wake();
  await streams(2);
  expect(api.stream.request).toMatchObject({ conversationId: 'b', text: 'Elsewhere?' });
});

test('a queue of 100 messages is sent once each and in order', async () => {
  const chat = await replying();
  const texts = Array.from({ length: 100 }, (_, index) => `Message ${index}`);
  for (const text of texts) void chat.act.send('a', text);
  expect(queued(chat)).toEqual(texts);
  for (let index = 0; index < texts.length; index++) {
    await end();
    await streams(index + 2);
    await accept();
  }
  expect(sent()).toEqual(['Second?', ...texts]);
});

test('the queue of a conversation that another device deletes moves to a new conversation in order', async () => {
  const chat = await replying();
  await write(chat, 'Third?');
  await write(chat, 'Fourth?');
  api.conversations.delete('a');
  await api.stream.finish(reply('r1', { text: 'So.' }));
  await streams(2);
  const { conversationId, text } = api.stream.request ?? {};
  expect(text).toBe('Third?');
  expect(conversationId).not.toBe('a');
  expect(chat.state.queued[conversationId ?? '']?.map((message) => message.text)).toEqual(['Fourth?']);
});

test('two tabs that queue at once send each message once and in order', async () => {
  const one = await replying();
  const other = await tab();
  await vi.waitFor(() => expect(other.state.threads.a?.reply).not.toBeNull());
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const [index, text] of ['1', '2', '3', '4'].entries()) {
    vi.setSystemTime(Date.now() + 10);
    void (index % 2 === 0 ? one : other).act.send('a', text);
  }
  vi.useRealTimers();
  const posts = () => sent().filter((text) => text !== undefined);
  one.act.wake();
  other.act.wake();
  await vi.waitFor(() => expect(queued(other)).toEqual(['1', '2', '3', '4']));
  for (let index = 1; index <= 4; index++) {
    const ended = reply(`r${count}`, { text: 'So.' });
    api.put('a', ...(api.conversations.get('a')?.messages.slice(0, -1) ?? []), ended);
    for (const reader of api.streams.slice(-2)) await reader.finish(ended);
    one.act.wake();
    other.act.wake();
    await vi.waitFor(() => expect(posts()).toHaveLength(index + 1));
    await settled();
    await accept();
    one.act.wake();
    other.act.wake();
    await settled();
  }
  expect(posts()).toEqual(['Second?', '1', '2', '3', '4']);
  await vi.waitFor(() => expect(scripted.storage.get('send-queue:ada')).toBeNull());
});

test('a tab follows the queue that another tab stores, until its session ends', async () => {
  const chat = await tab();
  const wake = vi.fn<() => void>();
  chat.store.setState({ wake });
  type Listener = (event: { key: string }) => void;
  const listeners = new Map<Listener, string>();
  const change = (key: string) => {
    for (const [listener, type] of listeners) if (type === 'storage') listener({ key });
  };
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(listener, type));
  vi.stubGlobal('removeEventListener', (_type: string, listener: Listener) => listeners.delete(listener));
  const stop = startSync(scriptedClient({ api }), chat.store, 'ada');
  change('drafts:ada');
  expect(wake).not.toHaveBeenCalled();
  change('send-queue:ada');
  expect(wake).toHaveBeenCalledOnce();
  stop();
  expect([...listeners.values()]).not.toContain('storage');
  vi.unstubAllGlobals();
});
