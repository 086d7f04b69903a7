import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { TransportError } from '../api/api-client.ts';
import { createChatStore } from './chat-store.ts';
import { memoryStorage, question, reply, ScriptedApi, settled, USAGE } from './scripted-api.ts';

let api: ScriptedApi;
let storage: ReturnType<typeof memoryStorage>;
let ids: number;

beforeEach(() => {
  vi.useFakeTimers();
  api = new ScriptedApi();
  storage = memoryStorage();
  ids = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const store = createChatStore({
    api,
    storage,
    now: Date.now,
    newId: () => `local-${++ids}`,
    random: () => 0.5,
    schedule: (task) => setTimeout(task, 16),
  });
  return {
    store,
    act: store.getState(),
    get state() {
      return store.getState();
    },
    texts(id: string) {
      const { threads, messages } = store.getState();
      return threads[id]?.messageIds.map((key) => messages[key]?.text);
    },
  };
}

async function signedIn() {
  const chat = open();
  await chat.act.start('ada');
  return chat;
}

/** A new conversation with its first question on its way. */
async function asking(text = 'Why?') {
  const chat = await signedIn();
  const id = chat.act.newConversation();
  chat.act.setDraft(id, text);
  const sent = chat.act.send(id, text);
  await settled();
  return { chat, id, sent };
}

describe('sending', () => {
  test('shows question and reply at once, and keeps their keys when the server names them', async () => {
    const { chat, id, sent } = await asking();
    const keys = chat.state.threads[id]?.messageIds;
    expect(chat.texts(id)).toEqual(['Why?', '']);
    expect(chat.state.drafts[id]).toBeUndefined();
    expect(chat.state.conversations[0]).toMatchObject({ id, title: 'Why?' });

    await api.stream.accept();
    await sent;
    await api.stream.send({ type: 'title', title: 'Reasons' }, { type: 'content', content: 'Because' });
    vi.advanceTimersByTime(16);
    expect(chat.texts(id)).toEqual(['Why?', 'Because']);
    await api.stream.finish(reply('r1', { text: 'Because.' }));

    expect(chat.state.threads[id]?.messageIds).toEqual(keys);
    expect(keys?.map((key) => chat.state.messages[key]?.id)).toEqual(['q1', 'r1']);
    expect(chat.texts(id)).toEqual(['Why?', 'Because.']);
    expect(chat.state.threads[id]?.reply).toBeNull();
    expect(chat.state.usage?.messagesUsed).toBe(2);
    expect(chat.state.conversations[0]).toMatchObject({ title: 'Reasons', lastText: 'Because.' });
    expect(storage.items.size).toBe(0);
  });

  test('a loaded conversation keeps the keys of what was sent from here', async () => {
    const { chat, id } = await asking();
    await api.stream.accept();
    await api.stream.finish(reply('r1', { text: 'Because.' }));
    const keys = chat.state.threads[id]?.messageIds;
    api.put(id, question('q1', 'Why?'), reply('r1', { text: 'Because.' }));
    await chat.act.openThread(id);
    expect(chat.state.threads[id]?.messageIds).toEqual(keys);
  });

  test.each([
    ['offline', new TransportError('offline'), 'send-failed'],
    ['401', new AppError('unauthorized'), 'send-failed'],
    ['429', new AppError('rate-limited'), 'send-failed'],
    ['500', new AppError('internal'), 'send-failed'],
    ['the limit', new AppError('usage-limit-reached', { details: { ...USAGE, isLimitReached: true } }), 'limit'],
  ])('%s leaves the text in the box, a sentence, and no message', async (_name, error, kind) => {
    const { chat, id, sent } = await asking();
    await api.stream.cut(error);
    await sent;
    expect(chat.texts(id)).toEqual([]);
    expect(chat.state.conversations).toEqual([]);
    expect(chat.state.drafts[id]).toBe('Why?');
    expect(chat.state.notice).toMatchObject({ kind, conversationId: id });
    expect(chat.state.usage?.isLimitReached).toBe(kind === 'limit');
    expect(storage.get('drafts:ada')).toContain('Why?');
  });

  test('what was typed meanwhile stays below the text that comes back', async () => {
    const { chat, id, sent } = await asking();
    chat.act.setDraft(id, 'And how?');
    await api.stream.cut();
    await sent;
    expect(chat.state.drafts[id]).toBe('Why?\n\nAnd how?');
  });

  test('the same text after a lost answer is the same message; another text is another', async () => {
    const { chat, id } = await asking();
    const first = api.stream.request?.clientMessageId;
    await api.stream.cut();
    void chat.act.send(id, 'Why? ');
    expect(api.stream.request?.clientMessageId).toBe(first);
    await api.stream.cut();
    void chat.act.send(id, 'Why not?');
    expect(api.stream.request?.clientMessageId).not.toBe(first);
  });

  test('a refused message is not the same message when it is sent again', async () => {
    const { chat, id } = await asking();
    const first = api.stream.request?.clientMessageId;
    await api.stream.cut(new AppError('rate-limited'));
    void chat.act.send(id, 'Why?');
    expect(api.stream.request?.clientMessageId).not.toBe(first);
  });

  test('a message that arrived though its answer was lost is found, and leaves the box', async () => {
    const { chat, id } = await asking();
    await api.stream.cut();
    api.put(id, question('q1', 'Why?'), reply('r1', { text: 'Because.' }));
    chat.act.wake();
    await settled();
    expect(chat.texts(id)).toEqual(['Why?', 'Because.']);
    expect(chat.state.drafts[id]).toBeUndefined();
    expect(storage.items.size).toBe(0);
  });

  test('a reply in the way is followed, and the text stays in the box', async () => {
    const { chat, id, sent } = await asking();
    api.put(
      id,
      question('q0', 'First'),
      reply('r0', { status: 'streaming', generationId: 'other', seq: 3, text: 'So' }),
    );
    await api.stream.cut(new AppError('reply-in-progress', { details: { generationId: 'other' } }));
    await sent;
    await settled();
    expect(chat.texts(id)).toEqual(['First', 'So']);
    expect(api.stream.after).toBe(3);
    expect(chat.state.drafts[id]).toBe('Why?');
  });

  test('nothing is sent while a reply is written, nor without text', async () => {
    const { chat, id } = await asking();
    await api.stream.accept();
    await chat.act.send(id, 'More');
    await chat.act.send(chat.act.newConversation(), '  ');
    expect(api.streams).toHaveLength(1);
  });

  test('a thread loaded for an earlier question does not take back what was sent since', async () => {
    api.put('a', question('q0', 'First'), reply('r0', { text: 'One' }));
    const chat = await signedIn();
    await chat.act.openThread('a');
    const gate = Promise.withResolvers<void>();
    api.gates.set('conversation', gate.promise);
    const refresh = chat.act.openThread('a');
    void chat.act.send('a', 'Second');
    await api.stream.accept();
    api.put(
      'a',
      question('q0', 'First'),
      reply('r0', { text: 'One' }),
      question('q1', 'Second'),
      reply('r1', { status: 'streaming', generationId: 'run', seq: 0 }),
    );
    gate.resolve();
    await refresh;
    expect(chat.texts('a')).toEqual(['First', 'One', 'Second', '']);
    expect(api.streams).toHaveLength(1);
  });
});

describe('a reload', () => {
  test('in mid-send sends the question again under its id, once', async () => {
    const { chat: before, id } = await asking();
    const { clientMessageId } = api.stream.request ?? {};
    const after = open();
    const started = after.act.start('ada');
    await settled();
    expect(api.streams).toHaveLength(2);
    expect(api.stream.request?.clientMessageId).toBe(clientMessageId);
    api.put(id, question('q1', 'Why?'), reply('r1', { status: 'streaming', generationId: 'run', seq: 2, text: 'Be' }));
    await api.stream.accept();
    await started;
    await settled();
    expect(after.texts(id)).toEqual(['Why?', 'Be']);
    expect(after.state.drafts).toEqual({});
    expect(storage.items.size).toBe(0);
    before.act.reset('expired');
  });

  test('in mid-send that is refused then leaves the text in the box', async () => {
    const { id } = await asking();
    const after = open();
    const started = after.act.start('ada');
    await settled();
    await api.stream.cut(new AppError('rate-limited'));
    await started;
    await after.act.openThread(id);
    expect(after.state.drafts[id]).toBe('Why?');
    expect(after.state.threads[id]).toMatchObject({ status: 'ready', messageIds: [] });
    await open().act.start('ada');
    expect(api.streams).toHaveLength(2);
  });

  test('in mid-reply reads on from the checkpoint of the history', async () => {
    api.put('a', question('q', 'Why?'), reply('r', { status: 'streaming', generationId: 'run', seq: 4, text: 'Bec' }));
    api.active = [{ generationId: 'run', conversationId: 'a', assistantMessageId: 'r' }];
    const chat = await signedIn();
    expect(api.stream.after).toBe(4);
    await api.stream.send({ type: 'content', content: 'ause' });
    vi.advanceTimersByTime(16);
    expect(chat.texts('a')).toEqual(['Why?', 'Because']);
    expect(chat.state.threads.a?.reply).toMatchObject({ connection: 'live', generationId: 'run' });
  });

  test('to a reply that is no longer told reads it once more, and no reply is written for ever', async () => {
    api.put('a', question('q', 'Why?'), reply('r', { status: 'streaming', generationId: 'run', seq: 4, text: 'Bec' }));
    const chat = await signedIn();
    await chat.act.openThread('a');
    await api.stream.cut(new AppError('not-found'));
    await settled();
    expect(api.calls.filter((call) => call === 'conversation a')).toHaveLength(2);
    expect(chat.state.messages.r).toMatchObject({ status: 'interrupted', text: 'Bec' });
    expect(chat.state.threads.a?.reply).toBeNull();
  });
});

describe('retry', () => {
  const talk = [question('q', 'Why?'), reply('r', { text: 'Error: no', status: 'failed', isError: true })];

  test('puts a new reply in the place of the old one', async () => {
    api.put('a', ...talk, question('q2', 'Hm'), reply('r2', { text: 'Hm' }));
    const chat = await signedIn();
    await chat.act.openThread('a');
    void chat.act.retry('a', 'r');
    expect(chat.texts('a')).toEqual(['Why?', '']);
    expect(api.stream.request).toMatchObject({ isRegeneration: true, originalMessageId: 'r' });
    await api.stream.accept('run', 'q', 'r3');
    await api.stream.finish(reply('r3', { text: 'Because.' }));
    expect(chat.texts('a')).toEqual(['Why?', 'Because.']);
  });

  test('that is refused brings the old one back', async () => {
    api.put('a', ...talk);
    const chat = await signedIn();
    await chat.act.openThread('a');
    const tried = chat.act.retry('a', 'r');
    await api.stream.cut(new AppError('usage-limit-reached'));
    await tried;
    expect(chat.texts('a')).toEqual(['Why?', 'Error: no']);
    expect(chat.state.notice?.kind).toBe('limit');
    expect(chat.state.threads.a?.reply).toBeNull();
  });
});

describe('stop', () => {
  test('before the server has accepted is told when it has', async () => {
    const { chat, id } = await asking();
    void chat.act.stop(id);
    expect(chat.state.threads[id]?.reply?.stopping).toBe(true);
    await api.stream.accept();
    expect(api.calls).toContain('stop run');
  });

  test('ends by what is stored when the stream does not say so', async () => {
    const { chat, id } = await asking();
    await api.stream.accept();
    api.put(id, question('q1', 'Why?'), reply('r1', { text: 'Bec', status: 'stopped' }));
    await chat.act.stop(id);
    expect(chat.texts(id)).toEqual(['Why?', 'Bec']);
    expect(chat.state.threads[id]?.reply).toBeNull();
  });

  test('that fails can be pressed again', async () => {
    const { chat, id } = await asking();
    await api.stream.accept();
    api.failures.set('stop', new TransportError('offline'));
    await chat.act.stop(id);
    expect(chat.state.threads[id]?.reply?.stopping).toBe(false);
    expect(chat.state.notice?.kind).toBe('stop-failed');
  });
});

describe('deleting', () => {
  test('takes a conversation away at once, and a history that was on its way does not bring it back', async () => {
    api.put('a', question('q', 'Why?'));
    const chat = await signedIn();
    await chat.act.openThread('a');
    const history = chat.act.loadHistory();
    const deleted = chat.act.deleteConversation('a');
    expect(chat.state.conversations).toEqual([]);
    await Promise.all([history, deleted]);
    expect(chat.state.conversations).toEqual([]);
    expect(chat.state.threads).toEqual({});
  });

  test('that fails brings it back with a sentence', async () => {
    api.put('a', question('q', 'Why?'));
    api.put('b', question('q2', 'Hm'));
    const chat = await signedIn();
    await chat.act.openThread('a');
    api.failures.set('delete', new TransportError('offline'));
    await chat.act.deleteConversation('a');
    await settled();
    expect(chat.state.conversations.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(chat.texts('a')).toEqual(['Why?']);
    expect(chat.state.notice).toMatchObject({ kind: 'delete-failed' });
  });
});

describe('the end of a session', () => {
  test('by signing out forgets everything', async () => {
    const { chat } = await asking();
    chat.act.setDraft('other', 'typed');
    chat.act.reset('signed-out');
    expect(chat.state).toMatchObject({ conversations: [], threads: {}, messages: {}, drafts: {}, usage: null });
    expect(storage.items.size).toBe(0);
  });

  test('by expiry keeps the text of a message on its way for the same user, and for nobody else', async () => {
    const { chat, id, sent } = await asking();
    chat.act.reset('expired');
    await sent;
    expect(chat.state.drafts[id]).toBe('Why?');
    await chat.act.start('ada');
    expect(chat.state.drafts[id]).toBe('Why?');
    chat.act.reset('expired');
    await chat.act.start('bob');
    expect(chat.state.drafts).toEqual({});
    expect(chat.state.threads).toEqual({});
  });
});
