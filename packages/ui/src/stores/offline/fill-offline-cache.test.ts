// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TransportError } from '../../api/api-client.ts';
import { clearShelf } from './delete-offline-cache.ts';
import { createShelf } from './offline-cache.ts';
import { question, reply, stored } from '../testing/scripted-samples.ts';
import { settled } from '../testing/settled.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';

const TIMERS = ['setTimeout', 'clearTimeout'] as const;

let played: ScriptedChat;
let api: ScriptedChat['api'];
beforeEach(() => {
  // The database has timers of its own.
  vi.useFakeTimers({ toFake: [...TIMERS] });
  played = new ScriptedChat();
  ({ api } = played);
  played.storage.set('token', 'one');
});
afterEach(async () => {
  vi.useRealTimers();
  clearShelf();
  await vi.waitUntil(async () => (await kept()).length === 0);
});

const shelf = createShelf('ada', () => true);
const kept = async () => (await shelf.summaries()).map(({ id }) => id).toSorted();
const texts = async (id: string) => (await shelf.messages(id)).map(({ text }) => text);

async function visited() {
  const chat = await played.signedIn();
  await vi.advanceTimersByTimeAsync(10_000);
  return chat;
}

const offline = () => {
  for (const call of ['history', 'conversation', 'active', 'usage', 'capabilities'])
    api.failures.set(call, new TransportError('offline'));
};

describe('a visit', () => {
  test('keeps the newest 50 conversations, those that were not opened too, and the pages of the client', async () => {
    for (let index = 0; index < 60; index++) api.put(`c${index}`, question('q', `Why ${index}?`), reply('r'));
    await visited();
    await vi.waitFor(async () => expect(await kept()).toHaveLength(50));
    await vi.waitFor(async () => expect(await texts('c49')).toEqual(['Why 49?', '']));
    expect(played.pagesKept).toBe(1);
  });

  test('asks again only for what has changed', async () => {
    api.put('a', question('q', 'Why?'));
    api.put('b', question('p', 'How?'));
    await visited();
    await vi.waitFor(async () => expect(await kept()).toEqual(['a', 'b']));
    api.put('b', question('p', 'How?'), reply('s', { text: 'So.' }));
    api.calls = [];
    await visited();
    await vi.waitFor(async () => expect(await texts('b')).toEqual(['How?', 'So.']));
    expect(api.calls.filter((call) => call.startsWith('conversation'))).toEqual(['conversation b']);
  });

  test('keeps no attached pictures, and no more of one conversation than there is room for', async () => {
    const long = Array.from({ length: 90 }, (_, index) => question(`m${index}`, `${index} ${'x'.repeat(5000)}`));
    api.put('a', ...long, { ...question('q', 'This?'), attachments: [stored('f1')] });
    await visited();
    await vi.waitFor(async () => expect((await texts('a')).at(-1)).toBe('This?'));
    const messages = await shelf.messages('a');
    expect(JSON.stringify(messages).length).toBeLessThan(110_000);
    expect(messages.length).toBeGreaterThan(10);
    expect(JSON.stringify(messages)).not.toContain('f1');
  });

  test('waits until no reply is being written', async () => {
    api.put('a', question('q', 'Why?'));
    const { chat, id } = await played.asking();
    await api.stream.accept();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await kept()).toEqual([]);
    expect(played.pagesKept).toBe(0);
    await api.stream.finish(reply('r1', { text: 'So.' }));
    await vi.advanceTimersByTimeAsync(3000);
    await vi.waitFor(async () => expect(await kept()).toEqual(['a', id].toSorted()));
    expect(played.pagesKept).toBeGreaterThan(0);
    chat.act.reset('expired');
  });
});

describe('without a network', () => {
  test('a later visit lists what was kept, and shows what is opened, until the server answers', async () => {
    api.put('a', question('q', 'Why?'), reply('r', { text: 'So.' }));
    await visited();
    await vi.waitFor(async () => expect(await kept()).toEqual(['a']));
    // The quick memory of the newest ones is another one.
    played.storage.set('conversations', '{"userId":"ada","conversations":[]}');
    offline();
    const after = played.open();
    await after.act.start('ada');
    await vi.waitFor(() => expect(after.state.conversations).toMatchObject([{ id: 'a', title: 'About a' }]));
    await after.act.openThread('a');
    await vi.waitFor(() => expect(after.texts('a')).toEqual(['Why?', 'So.']));
    api.put('a', question('q', 'Why?'), reply('r', { text: 'So it is.' }));
    after.act.wake();
    await settled();
    await vi.waitFor(() => expect(after.texts('a')).toEqual(['Why?', 'So it is.']));
  });

  test('nothing of it is shown to another user, whose visit throws it away', async () => {
    api.put('a', question('q', 'Why?'));
    await visited();
    await vi.waitFor(async () => expect(await kept()).toEqual(['a']));
    api.conversations.clear();
    const other = played.open();
    await other.act.start('bob');
    await other.act.openThread('a');
    expect(other.state.conversations).toEqual([]);
    expect(other.texts('a') ?? []).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(async () => expect(await kept()).toEqual([]));
  });

  test('nothing is kept that was about to be when somebody signed out', async () => {
    let isSignedIn = true;
    const own = createShelf('ada', () => isSignedIn);
    api.put('a', question('q', 'Why?'));
    const { conversation, messages } = await api.conversation('a');
    const put = own.put({ ...conversation, lastText: 'Why?' }, messages);
    isSignedIn = false;
    expect(await put).toBe(false);
    expect(await kept()).toEqual([]);
  });

  test('nothing more is kept once somebody has signed out, in whichever tab', async () => {
    api.put('a', question('q', 'Why?'));
    await played.signedIn();
    played.storage.remove('token');
    await vi.advanceTimersByTimeAsync(20_000);
    await settled();
    expect(await kept()).toEqual([]);
  });
});

test('where nothing can be kept, nothing else is amiss', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  api.put('a', question('q', 'Why?'));
  const chat = await visited();
  await chat.act.openThread('a');
  expect(chat.texts('a')).toEqual(['Why?']);
  vi.restoreAllMocks();
});
