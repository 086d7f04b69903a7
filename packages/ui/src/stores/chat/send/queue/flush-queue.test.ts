import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { ABLE, question, reply } from '../../../testing/scripted-samples.ts';
import { ScriptedChat } from '../../../testing/scripted-chat.ts';
import { settled } from '../../../testing/settled.ts';
import { queuePause } from './queue-pause.ts';

type Chat = ReturnType<ScriptedChat['open']>;

let scripted: ScriptedChat;
let api: ScriptedChat['api'];
let tabs: Chat[];
beforeEach(() => {
  scripted = new ScriptedChat();
  ({ api } = scripted);
  tabs = [];
  for (const id of ['a', 'b']) api.put(id, question(`q-${id}`, 'First?'), reply(`r-${id}`, { text: 'One.' }));
  vi.useFakeTimers();
});
/** Ends each tab, since a sending tab holds the lock until then. */
afterEach(() => {
  vi.useRealTimers();
  for (const chat of tabs) chat.act.reset('expired');
});

async function tab() {
  const chat = await scripted.signedIn();
  tabs.push(chat);
  for (const id of ['a', 'b']) await chat.act.openThread(id);
  return chat;
}

/** Queues these messages, given as conversation and text, without a connection. */
async function write(chat: Chat, ...messages: [string, string][]) {
  scripted.isReached = false;
  for (const [id, text] of messages) {
    await chat.act.send(id, text);
    await vi.advanceTimersByTimeAsync(10);
  }
  scripted.isReached = true;
}

const requests = () => api.streams.flatMap(({ request }) => request ?? []);
const sent = () => requests().map(({ text }) => text);

/** Accepts a message and answers it. */
async function answer(stream: ScriptedChat['api']['stream'], number: number) {
  const { conversationId = '', text = '' } = stream.request ?? {};
  const end = reply(`r${number}`, { text: 'So.' });
  const before = api.conversations.get(conversationId)?.messages ?? [];
  api.put(conversationId, ...before, question(`q${number}`, text), end);
  await stream.accept(`run${number}`, `q${number}`, end.id);
  await stream.finish(end);
}

/**
 * Lets this many seconds pass, in which the server fails each request with this text and answers the others. Returns
 * when the failed ones came.
 */
async function failing(text: string, error: AppError, seconds: number) {
  const times: number[] = [];
  let seen = 0;
  for (let tick = 0; tick < seconds * 2; tick++) {
    for (; seen < api.streams.length; seen++) {
      const stream = api.streams[seen];
      if (stream?.request?.text === text) {
        times.push(tick / 2);
        await stream.cut(error);
      } else if (stream?.request) await answer(stream, seen);
    }
    await vi.advanceTimersByTimeAsync(500);
  }
  return times;
}

test.each(['internal', 'unavailable'] as const)(
  'a queued message whose requests fail with %s is retried ever more slowly, and holds back only its own conversation',
  async (code) => {
    const chat = await tab();
    await write(chat, ['a', 'To a?'], ['b', 'To b?'], ['a', 'And this?']);
    chat.act.wake();
    const times = await failing('To a?', new AppError(code), 300);
    const pauses = times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
    expect(pauses).toEqual([3, 6, 12, 24, 48, 60, 60, 60]);
    expect(sent().filter((text) => text !== 'To a?')).toEqual(['To b?']);
    expect(new Set(requests().map(({ clientMessageId }) => clientMessageId)).size).toBe(2);
    expect(chat.state.queued.a?.map(({ text }) => text)).toEqual(['To a?', 'And this?']);
    // A reconnect does not wait for the delay.
    const before = sent().length;
    chat.act.wake();
    await vi.advanceTimersByTimeAsync(100);
    expect(sent().slice(before)).toEqual(['To a?']);
  },
);

test('a conversation that cannot be loaded does not hold back the queue of another one', async () => {
  const chat = await tab();
  await write(chat, ['a', 'To a?'], ['b', 'To b?']);
  api.failures.set('conversation', new AppError('internal'));
  chat.act.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(sent()).toEqual(['To b?']);
});

test('a queued message returns to the composer with the reason if the server lacks its mode', async () => {
  const chat = await tab();
  chat.act.setMode('a', 'image');
  await write(chat, ['a', 'A fox.'], ['b', 'To b?']);
  const message = 'This server can’t make images.';
  api.capabilities = () => Promise.resolve({ ...ABLE, image: { ok: false, reason: message } });
  chat.act.wake();
  expect(await failing('A fox.', new AppError('unavailable', { message }), 60)).toHaveLength(1);
  expect(chat.state.drafts).toEqual({ a: 'A fox.' });
  expect(chat.state.notice).toMatchObject({ kind: 'send-failed', conversationId: 'a', text: message });
  expect(chat.state.queued).toEqual({});
  expect(sent()).toEqual(['A fox.', 'To b?']);
});

test('the queue of a conversation deleted elsewhere moves once, with two tabs open', async () => {
  const one = await tab();
  const other = await tab();
  await write(one, ['a', 'Second?'], ['a', 'Third?']);
  scripted.isReached = false;
  other.act.wake();
  await settled();
  expect(other.state.queued.a).toHaveLength(2);
  api.conversations.delete('a');
  scripted.isReached = true;
  one.act.wake();
  other.act.wake();
  for (const number of [1, 2]) {
    await vi.advanceTimersByTimeAsync(100);
    expect(sent()).toHaveLength(number);
    await answer(api.stream, number);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent()).toEqual(['Second?', 'Third?']);
  expect(new Set(requests().map(({ conversationId }) => conversationId)).size).toBe(1);
  expect([one.state.drafts, other.state.drafts]).toEqual([{}, {}]);
  expect(scripted.storage.get('send-queue:ada')).toBeNull();
});

test('a browser that refuses locks sends the queue all the same', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('SecurityError')) } });
  const chat = await tab();
  await write(chat, ['a', 'To a?']);
  chat.act.wake();
  await vi.advanceTimersByTimeAsync(100);
  vi.unstubAllGlobals();
  expect(sent()).toEqual(['To a?']);
});

test('Send now does not wait for an older message that waits for the reply of another conversation', async () => {
  const chat = await tab();
  for (const id of ['a', 'b']) {
    void chat.act.send(id, `Second ${id}?`);
    await settled();
    const before = api.conversations.get(id)?.messages ?? [];
    const running = reply(`r2${id}`, { status: 'streaming', generationId: `run-${id}`, seq: 0 });
    api.put(id, ...before, question(`q2${id}`, `Second ${id}?`), running);
    await api.stream.accept(`run-${id}`, `q2${id}`, `r2${id}`);
    void chat.act.send(id, `Third ${id}?`);
    await settled();
  }
  await chat.act.sendNow('b', chat.state.queued.b?.[0]?.clientMessageId ?? '');
  const stopped = reply('r2b', { text: 'Half', status: 'stopped' });
  api.put('b', ...(api.conversations.get('b')?.messages.slice(0, -1) ?? []), stopped);
  await api.streams[1]?.finish(stopped);
  await settled();
  expect(sent()).toEqual(['Second a?', 'Second b?', 'Third b?']);
});

test('a queued edit in Image mode edits the image that the reply before it drew, also when it is sent again', async () => {
  const chat = await tab();
  chat.act.setMode('a', 'image');
  await write(chat, ['a', 'Draw a cat'], ['a', 'Make it blue']);
  chat.act.wake();
  await vi.advanceTimersByTimeAsync(10);
  expect(requests().map(({ previousImageUrl }) => previousImageUrl)).toEqual([undefined]);
  const draw = async (number: number) => {
    const drawn = reply(`r${number}`, { imageUrl: `/api/files/drawn${number}`, mode: 'image' });
    api.put('a', ...(api.conversations.get('a')?.messages ?? []), question(`q${number}`, sent().at(-1) ?? ''), drawn);
    await api.stream.accept(`run${number}`, `q${number}`, drawn.id);
    await api.stream.finish(drawn);
    await vi.advanceTimersByTimeAsync(10);
  };
  await draw(1);
  expect(requests()[1]).toMatchObject({ text: 'Make it blue', previousImageUrl: '/api/files/drawn1' });
  await api.stream.cut(new AppError('unavailable'));
  api.put('a', ...(api.conversations.get('a')?.messages ?? []), reply('r2', { imageUrl: '/api/files/other' }));
  await vi.advanceTimersByTimeAsync(90_000);
  expect(requests()[2]).toEqual(requests()[1]);
});

test('a queued message draws a new image if that was asked for before it was queued, and not if after', async () => {
  api.put('a', question('q-a', 'A cat'), reply('r-a', { imageUrl: '/api/files/cat', mode: 'image' }));
  const chat = await tab();
  chat.act.setMode('a', 'image');
  await write(chat, ['a', 'Make it blue'], ['a', 'And green']);
  chat.act.setStartsNewImage('a', true);
  await write(chat, ['a', 'A dog']);
  chat.act.wake();
  for (const number of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(10);
    await answer(api.stream, number);
  }
  expect(requests().map(({ previousImageUrl }) => previousImageUrl)).toEqual([
    '/api/files/cat',
    '/api/files/cat',
    undefined,
  ]);
});

test.each([
  ['an opened', true],
  ['a listed', false],
])(
  'a queue that waits for Send now moves to a new conversation when %s one is deleted elsewhere',
  async (_how, isOpen) => {
    const before = await tab();
    void before.act.send('a', 'Second?');
    await settled();
    await api.stream.accept('run1', 'q1', 'r1');
    await before.act.send('a', 'Third?');
    void before.act.stop('a');
    await api.stream.finish(reply('r1', { status: 'stopped' }));
    before.act.reset('expired');
    vi.useRealTimers();
    const chat = await scripted.signedIn();
    tabs.push(chat);
    if (isOpen) await chat.act.openThread('a');
    api.conversations.delete('a');
    chat.act.handleUserEvent({ type: 'deleted', conversationId: 'a' });
    await vi.waitFor(() => expect(chat.state.queued.a).toBeUndefined());
    const [moved] = Object.values(chat.state.queued).flat();
    expect(moved?.text).toBe('Third?');
    expect(chat.state.conversations[0]?.id).toBe(moved?.conversationId);
    expect(queuePause(chat.state, moved?.conversationId ?? '')).toBe('held');
    expect(sent()).toEqual(['Second?']);
  },
);
