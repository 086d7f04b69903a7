// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Message } from '@parley/core';
import { TransportError } from '../../api/transport-error.ts';
import { question, reply } from '../testing/scripted-samples.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';
import { settled } from '../testing/settled.ts';
import { openConversationCache } from './conversation-cache.ts';
import { deleteConversationCache } from './delete-conversation-cache.ts';

const INVALID = 'Invalid Message from Local Storage';
const SUMMARY = { title: 'Cached', updatedAt: '2026-01-01T00:00:00.000Z', lastText: '' };

let played: ScriptedChat;
let api: ScriptedChat['api'];
let storage: ScriptedChat['storage'];
beforeEach(() => {
  played = new ScriptedChat();
  ({ api, storage } = played);
});
afterEach(async () => {
  // Some seconds later, in the next test, they would cache what they have read.
  played.endAll();
  deleteConversationCache();
  await vi.waitUntil(async () => (await openConversationCache('ada', () => true).summaries()).length === 0);
});

/** Caches a conversation as an earlier visit would. */
async function cached(id: string, ...messages: unknown[]) {
  storage.set('conversations', '{"userId":"ada"}');
  const { conversation } = (api.put(id), await api.conversation(id));
  api.conversations.delete(id);
  const cache = openConversationCache('ada', () => true);
  await cache.put({ ...conversation, lastText: 'Why?' }, messages as Message[]);
}

function goOffline() {
  for (const call of ['history', 'conversation', 'active', 'usage', 'capabilities'])
    api.failures.set(call, new TransportError('offline'));
}

/** A start to which the server never answers. */
function startUnanswered() {
  for (const call of ['history', 'conversation']) api.gates.set(call, new Promise(() => {}));
  const chat = played.open();
  void chat.act.start('ada');
  return chat;
}

describe('the cache', () => {
  test('the cache is shown at once on the next start, until the server answers', async () => {
    await cached('a', question('q', 'Why?'), reply('r', { text: 'Because.', sources: ['https://a.example'] }));
    api.put('a', question('q', 'Why?'), reply('r2', { text: 'So.' }));
    api.put('b', question('q', 'Hm'));
    const history = Promise.withResolvers<void>();
    api.gates.set('history', history.promise);
    const chat = played.open();
    const started = chat.act.start('ada');
    await vi.waitFor(() => expect(chat.state.conversations).toMatchObject([{ id: 'a', title: 'About a' }]));
    const answer = Promise.withResolvers<void>();
    api.gates.set('conversation', answer.promise);
    const opened = chat.act.openThread('a');
    await vi.waitFor(() => expect(chat.texts('a')).toEqual(['Why?', 'Because.']));
    expect(chat.state.messages.r?.sources).toEqual(['https://a.example']);
    history.resolve();
    answer.resolve();
    await Promise.all([started, opened]);
    expect(chat.state.conversations.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(chat.texts('a')).toEqual(['Why?', 'So.']);
  });

  test('a cached reply keeps its model, the titles and files of its sources, and where the model stops reading', async () => {
    const shown = {
      model: { id: 'deep', label: 'Deep' },
      sources: ['https://a.example/'],
      sourceTitles: ['A page'],
      fileSources: [{ fileId: 'f', name: 'Plan.pdf', excerpt: 'First' }],
      summary: null,
    };
    await cached('a', question('q', 'Why?'), reply('r', { text: 'Because.', ...shown }));
    goOffline();
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    await vi.waitFor(() => expect(chat.state.messages.r).toMatchObject(shown));
  });

  test('the cache stays readable offline and is replaced once the server answers', async () => {
    await cached('a', question('q', 'Why?'), reply('r', { text: 'So.' }));
    goOffline();
    const chat = await played.signedIn();
    await vi.waitFor(() => expect(chat.state.conversations).toMatchObject([{ id: 'a' }]));
    expect(chat.state.historyStatus).toBe('failed');
    await chat.act.openThread('a');
    await vi.waitFor(() => expect(chat.texts('a')).toEqual(['Why?', 'So.']));
    api.put('a', question('q', 'Why?'), reply('r', { text: 'So it is.' }));
    chat.act.wake();
    await vi.waitFor(() => expect(chat.texts('a')).toEqual(['Why?', 'So it is.']));
    expect(chat.state.historyStatus).toBe('ready');
  });

  test('the user can write below cached messages without losing newer ones', async () => {
    await cached('a', question('q', 'Why?'));
    goOffline();
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    await vi.waitFor(() => expect(chat.texts('a')).toEqual(['Why?']));
    void chat.act.send('a', 'And?');
    const later = [reply('r', { text: 'So.' }), question('q1', 'And?'), reply('r1', { text: '!' })];
    api.put('a', question('q', 'Why?'), ...later);
    await api.stream.accept();
    await api.stream.finish(reply('r1', { text: '!' }));
    await vi.waitFor(() => expect(chat.texts('a')).toEqual(['Why?', 'So.', 'And?', '!']));
  });

  test('one user’s cache is not shown to another', async () => {
    await cached('a', question('q', 'Why?'));
    const other = played.open();
    await other.act.start('bob');
    await other.act.openThread('a');
    await settled();
    expect(other.state.conversations).toEqual([]);
    expect(other.texts('a') ?? []).toEqual([]);
    expect(storage.get('conversations')).toBeNull();
  });
});

describe('stored conversations of an earlier version', () => {
  function store(...messages: unknown[]) {
    storage.set('conversations', JSON.stringify({ userId: 'ada', conversations: [{ ...SUMMARY, id: 'a', messages }] }));
  }

  test.each([
    ['no id', { text: 'Hi', isUser: true }],
    ['no user flag', { id: 'x', text: 'Hi' }],
    ['nothing', null],
    ['a number in its place', 42],
  ])('a stored message with %s is shown as an error message', async (_name, message) => {
    store(message, question('q', 'Why?'));
    const chat = startUnanswered();
    await vi.waitFor(() => expect(chat.texts('a')).toEqual([INVALID, 'Why?']));
    const key = chat.state.threads.a?.messageIds[0] ?? '';
    expect(chat.state.messages[key]).toMatchObject({ isError: true, isUser: false });
  });

  test('stored conversations are shown without fields of a wrong type', async () => {
    store({
      id: 'q',
      isUser: true,
      text: 7,
      sources: 'x',
      attachments: [null, {}],
      mode: 'odd',
      model: 'x',
      fileSources: [{}],
      status: 'streaming',
    });
    const chat = startUnanswered();
    await vi.waitFor(() =>
      expect(chat.state.messages.q).toEqual({
        id: 'q',
        isUser: true,
        text: '',
        status: 'complete',
        timestamp: expect.any(String),
      }),
    );
  });

  test('unreadable stored conversations are ignored', async () => {
    const values = ['{', 'null', '[]', '{"userId":"ada"}', '{"userId":"ada","conversations":[null,7,{"id":1}]}'];
    for (const value of values) {
      storage.set('conversations', value);
      const chat = await played.signedIn();
      expect(chat.state).toMatchObject({ historyStatus: 'ready', conversations: [], threads: {} });
    }
  });
});

test('a damaged message in the cache is shown as an error message', async () => {
  await cached('a', { text: 'Neither an id nor a user flag' }, question('q', 'Why?'));
  const chat = startUnanswered();
  await vi.waitFor(() => expect(chat.state.conversations).toHaveLength(1));
  void chat.act.openThread('a');
  await vi.waitFor(() => expect(chat.texts('a')).toEqual([INVALID, 'Why?']));
});
