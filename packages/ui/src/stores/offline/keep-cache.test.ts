// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { question, reply, stored } from '../testing/scripted-samples.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';
import { settled } from '../testing/settled.ts';
import { openConversationCache } from './conversation-cache.ts';
import { deleteConversationCache } from './delete-conversation-cache.ts';

let played: ScriptedChat;
let api: ScriptedChat['api'];
beforeEach(() => {
  // The database needs its other timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task, 0));
  played = new ScriptedChat();
  ({ api } = played);
  played.storage.set('token', 'one');
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  played.endAll();
  deleteConversationCache();
  await vi.waitUntil(async () => (await cachedIds()).length === 0);
});

const cache = openConversationCache('ada', () => true);
const cachedIds = async () => (await cache.summaries()).map(({ id }) => id).toSorted();
const texts = async (id: string) => (await cache.messages(id)).map(({ text }) => text);

/** A visit that lasts long enough to prefetch. */
async function visit() {
  const chat = await played.signedIn();
  await vi.advanceTimersByTimeAsync(10_000);
  return chat;
}

/** Waits for the database while the visit goes on. */
const soon = (check: () => Promise<void> | void) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(500);
    await check();
  });

describe('a visit', () => {
  test('a visit caches the newest 50 conversations, opened or not, and enables an offline start', async () => {
    for (let index = 0; index < 60; index++) api.put(`c${index}`, question('q', `Why ${index}?`), reply('r'));
    await visit();
    await soon(async () => expect(await cachedIds()).toHaveLength(50));
    await soon(async () => expect(await texts('c49')).toEqual(['Why 49?', '']));
    await soon(() => expect(played.offlineEnabled).toBeGreaterThan(0));
  });

  test('a short visit caches opened conversations without further requests', async () => {
    api.put('a', question('q', 'Why?'));
    api.put('b', question('p', 'How?'));
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    api.calls = [];
    await vi.advanceTimersByTimeAsync(5000);
    // The visit ends here, while the database goes on.
    await expect.poll(cachedIds).toEqual(['a']);
    expect(api.calls).toEqual([]);
    expect(played.offlineEnabled).toBe(0);
  });

  test('a visit refetches only changed conversations', async () => {
    api.put('a', question('q', 'Why?'));
    api.put('b', question('p', 'How?'));
    await visit();
    await soon(async () => expect(await cachedIds()).toEqual(['a', 'b']));
    api.put('b', question('p', 'How?'), reply('s', { text: 'So.' }));
    api.calls = [];
    await visit();
    await soon(async () => expect(await texts('b')).toEqual(['How?', 'So.']));
    expect(api.calls.filter((call) => call.startsWith('conversation'))).toEqual(['conversation b']);
  });

  test('a visit caches no attached images, and each conversation only up to its limit', async () => {
    const long = Array.from({ length: 90 }, (_, index) => question(`m${index}`, `${index} ${'x'.repeat(5000)}`));
    const document = stored('f2', { kind: 'text', type: 'text/plain' });
    const attached = {
      ...question('q', 'This?'),
      attachments: [stored('f1'), document],
      attachedImageUri: '/api/files/f1',
    };
    api.put('a', ...long, attached);
    await visit();
    await soon(async () => expect((await texts('a')).at(-1)).toBe('This?'));
    const messages = JSON.stringify(await cache.messages('a'));
    expect(messages.length).toBeLessThan(110_000);
    expect(JSON.parse(messages).length).toBeGreaterThan(10);
    expect(messages).not.toContain('f1');
    expect(messages).toContain('f2');
  });

  test('the cache is updated only while no reply is running, however long it takes', async () => {
    api.put('a', question('q', 'Why?'));
    const { chat, id } = await played.asking();
    await api.stream.accept();
    const stringify = vi.spyOn(JSON, 'stringify');
    for (let second = 0; second < 30; second++) {
      await api.stream.send({ type: 'content', content: 'word ' });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(stringify).not.toHaveBeenCalled();
    stringify.mockRestore();
    expect(await cachedIds()).toEqual([]);
    expect(played.offlineEnabled).toBe(0);
    await api.stream.finish(reply('r1', { text: 'So.' }));
    await vi.advanceTimersByTimeAsync(3000);
    await soon(async () => expect(await cachedIds()).toEqual(['a', id].toSorted()));
    expect(await texts(id)).toEqual(['Why?', 'So.']);
    await soon(() => expect(played.offlineEnabled).toBeGreaterThan(0));
    chat.act.reset('expired');
  });

  test('the cache evicts conversations of another user', async () => {
    api.put('a', question('q', 'Why?'));
    await visit();
    await soon(async () => expect(await cachedIds()).toEqual(['a']));
    api.conversations.clear();
    const other = played.open();
    await other.act.start('bob');
    await vi.advanceTimersByTimeAsync(10_000);
    await soon(async () => expect(await cachedIds()).toEqual([]));
  });
});

test('the cache evicts older conversations of the same user with their messages', async () => {
  api.put('a', question('q', 'Why?'));
  api.put('b', question('p', 'How?'));
  await visit();
  await soon(async () => expect(await cachedIds()).toEqual(['a', 'b']));
  await cache.retain(['b']);
  expect(await cachedIds()).toEqual(['b']);
  expect([await texts('a'), await texts('b')]).toEqual([[], ['How?']]);
});

describe('after a sign-out', () => {
  test('a tab of the earlier user evicts nothing of the next one', async () => {
    api.put('a', question('q', 'Why?'));
    await visit();
    await soon(async () => expect(await cachedIds()).toEqual(['a']));
    await openConversationCache('bob', () => false).retain([]);
    expect(await cachedIds()).toEqual(['a']);
  });

  test('a sign-out cancels a pending cache write', async () => {
    let isSignedIn = true;
    const own = openConversationCache('ada', () => isSignedIn);
    api.put('a', question('q', 'Why?'));
    const { conversation, messages } = await api.conversation('a');
    const put = own.put({ ...conversation, lastText: 'Why?' }, messages);
    isSignedIn = false;
    expect(await put).toBe(false);
    expect(await cachedIds()).toEqual([]);
  });

  test('a sign-out in any tab stops caching', async () => {
    api.put('a', question('q', 'Why?'));
    const chat = await played.signedIn();
    played.storage.remove('token');
    await vi.advanceTimersByTimeAsync(20_000);
    await chat.act.rename('a', 'Reasons');
    await vi.advanceTimersByTimeAsync(20_000);
    await settled();
    expect(await cachedIds()).toEqual([]);
    expect(played.storage.get('conversations')).toBeNull();
  });

  test('local storage contains no data of the user after a sign-out', async () => {
    api.put('a', question('q', 'Why?'));
    const chat = await visit();
    await chat.act.openThread('a');
    expect(played.storage.get('conversations')).toBe('{"userId":"ada"}');
    chat.act.reset('signed-out');
    await vi.advanceTimersByTimeAsync(20_000);
    expect([...played.storage.items.keys()]).toEqual(['token']);
  });
});

test('the chat works in a browser that forbids storage', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  api.put('a', question('q', 'Why?'));
  const chat = await visit();
  await chat.act.openThread('a');
  expect(chat.texts('a')).toEqual(['Why?']);
  vi.restoreAllMocks();
});
