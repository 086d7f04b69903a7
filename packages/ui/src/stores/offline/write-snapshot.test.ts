import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TransportError } from '../../api/api-client.ts';
import { question, reply, stored } from '../testing/scripted-samples.ts';
import { settled } from '../testing/settled.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';

let played: ScriptedChat;
let api: ScriptedChat['api'];
let storage: ScriptedChat['storage'];

beforeEach(() => {
  vi.useFakeTimers();
  played = new ScriptedChat();
  ({ api, storage } = played);
});
afterEach(() => {
  vi.useRealTimers();
});

const kept = () => storage.get('conversations') ?? '';

/** Everything that is done when nothing else is to do. */
async function idle() {
  await vi.advanceTimersByTimeAsync(2000);
  await settled();
  await vi.advanceTimersByTimeAsync(1);
}

async function reading(id: string, ...talk: ReturnType<typeof question>[]) {
  api.put(id, ...talk);
  const chat = await played.signedIn();
  await chat.act.openThread(id);
  await idle();
  return chat;
}

describe('the newest conversations', () => {
  test('are shown at once at the next start, until the server answers', async () => {
    await reading('a', question('q', 'Why?'), reply('r', { text: 'Because.', sources: ['https://a.example'] }));
    api.put('a', question('q', 'Why?'), reply('r2', { text: 'So.' }));
    api.put('b', question('q', 'Hm'));
    const gate = Promise.withResolvers<void>();
    api.gates.set('history', gate.promise);
    const after = played.open();
    const started = after.act.start('ada');
    await settled();
    expect(after.state.conversations).toMatchObject([{ id: 'a', title: 'About a', lastText: 'Because.' }]);
    expect(after.state.threads.a?.status).toBe('ready');
    expect(after.texts('a')).toEqual(['Why?', 'Because.']);
    expect(after.state.messages.r?.sources).toEqual(['https://a.example']);
    gate.resolve();
    await started;
    await after.act.openThread('a');
    expect(after.state.conversations.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(after.texts('a')).toEqual(['Why?', 'So.']);
  });

  test('stay readable where the server cannot be reached', async () => {
    await reading('a', question('q', 'Why?'));
    for (const call of ['history', 'conversation']) api.failures.set(call, new TransportError('offline'));
    const after = await played.signedIn();
    await after.act.openThread('a');
    expect(after.state.historyStatus).toBe('failed');
    expect(after.texts('a')).toEqual(['Why?']);
    api.put('a', question('q', 'Why?'), reply('r', { text: 'So.' }));
    after.act.wake();
    await settled();
    expect(after.state.historyStatus).toBe('ready');
    expect(after.texts('a')).toEqual(['Why?', 'So.']);
  });

  test('are answered from before the server has told what came since, and nothing is lost', async () => {
    await reading('a', question('q', 'Why?'));
    api.failures.set('conversation', new TransportError('offline'));
    const after = await played.signedIn();
    await after.act.openThread('a');
    void after.act.send('a', 'And?');
    const all = [
      question('q', 'Why?'),
      reply('r', { text: 'So.' }),
      question('q1', 'And?'),
      reply('r1', { text: '!' }),
    ];
    api.put('a', ...all);
    await api.stream.accept();
    await api.stream.finish(reply('r1', { text: '!' }));
    await settled();
    expect(after.texts('a')).toEqual(['Why?', 'So.', 'And?', '!']);
  });

  test('are 20 with 30 messages each, and no more than there is room for', async () => {
    for (let index = 0; index < 25; index++) api.put(`c${index}`, question(`q${index}`, 'Why?'));
    await reading('c0', ...Array.from({ length: 40 }, (_, index) => question(`m${index}`, `Message ${index}`)));
    const { conversations } = JSON.parse(kept());
    expect(conversations).toHaveLength(20);
    expect(conversations[0].messages.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 30 }, (_, index) => `m${index + 10}`),
    );
    api.put('c1', ...Array.from({ length: 30 }, (_, index) => question(`l${index}`, 'x'.repeat(100_000))));
    const chat = await played.signedIn();
    await chat.act.openThread('c1');
    await idle();
    expect(kept().length).toBeLessThan(760_000);
    expect(JSON.parse(kept()).conversations[1].messages.length).toBeGreaterThan(2);
  });

  test('are kept without attached pictures', async () => {
    const withFiles = {
      ...question('q', 'Why?'),
      attachments: [stored('f1'), stored('f2', { kind: 'text', type: 'text/plain' })],
      attachedImageUri: '/api/files/f1',
    };
    await reading('a', withFiles);
    expect(kept()).not.toContain('f1');
    expect(kept()).toContain('f2');
  });

  test('are not written while a reply is, however long it takes', async () => {
    const { chat, id } = await played.asking();
    await idle();
    await api.stream.accept();
    const stringify = vi.spyOn(JSON, 'stringify');
    for (let second = 0; second < 30; second++) {
      await api.stream.send({ type: 'content', content: 'word ' });
      await idle();
    }
    expect(stringify).not.toHaveBeenCalled();
    stringify.mockRestore();
    await api.stream.finish(reply('r1', { text: 'Words.' }));
    await idle();
    expect(kept()).toContain('Words.');
    chat.act.reset('expired');
    expect((await played.signedIn()).texts(id)).toEqual(['Why?', 'Words.']);
  });

  test('are forgotten at sign-out, and not shown to another user', async () => {
    const chat = await reading('a', question('q', 'Why?'));
    api.conversations.clear();
    const other = played.open();
    await other.act.start('bob');
    expect(other.state.conversations).toEqual([]);
    expect(storage.get('conversations')).toBeNull();
    await idle();
    chat.act.reset('signed-out');
    other.act.reset('signed-out');
    await idle();
    expect(storage.items.size).toBe(0);
  });
});

test('nothing more is kept of somebody who has signed out in another tab', async () => {
  storage.set('token', 'one');
  const chat = await reading('a', question('q', 'Why?'));
  for (const key of ['token', 'conversations']) storage.remove(key);
  await chat.act.rename('a', 'Reasons');
  await idle();
  expect(storage.get('conversations')).toBeNull();
});

describe('what was stored by something else', () => {
  function store(...messages: unknown[]) {
    const summary = { id: 'a', title: 'A', updatedAt: '2026-01-01T00:00:00.000Z', lastText: '' };
    storage.set('conversations', JSON.stringify({ userId: 'ada', conversations: [{ ...summary, messages }] }));
  }

  /** Nothing has come from the server yet. */
  async function starting(chat: ReturnType<ScriptedChat['open']>) {
    api.gates.set('history', new Promise(() => {}));
    void chat.act.start('ada');
    await settled();
  }

  test.each([
    ['no id', { text: 'Hi', isUser: true }],
    ['no user flag', { id: 'x', text: 'Hi' }],
    ['nothing', null],
    ['a number', 42],
  ])('with %s becomes an error message', async (_name, message) => {
    store(message, question('q', 'Why?'));
    const chat = played.open();
    await starting(chat);
    expect(chat.texts('a')).toEqual(['Invalid Message from Local Storage', 'Why?']);
    expect(chat.state.messages[chat.state.threads.a?.messageIds[0] ?? '']).toMatchObject({
      isError: true,
      isUser: false,
    });
  });

  test('with fields of other kinds is shown without them', async () => {
    store({ id: 'q', isUser: true, text: 7, sources: 'x', attachments: [null, {}], mode: 'odd', status: 'streaming' });
    const chat = played.open();
    await starting(chat);
    expect(chat.state.messages.q).toEqual({
      id: 'q',
      isUser: true,
      text: '',
      status: 'complete',
      timestamp: expect.any(String),
    });
  });

  test.each(['{', 'null', '[]', '{"userId":"ada"}', '{"userId":"ada","conversations":[null,7,{"id":1}]}'])(
    'as %s is ignored',
    async (text) => {
      storage.set('conversations', text);
      const chat = await played.signedIn();
      expect(chat.state).toMatchObject({ historyStatus: 'ready', conversations: [], threads: {} });
    },
  );
});
