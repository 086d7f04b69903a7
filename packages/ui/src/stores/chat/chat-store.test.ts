import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { IncompatibleError } from '../../api/incompatible-error.ts';
import { TransportError } from '../../api/transport-error.ts';
import type { Thread } from './chat-state.ts';
import { question, reply } from '../testing/scripted-samples.ts';
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

describe('retry', () => {
  const talk = [question('q', 'Why?'), reply('r', { text: 'Error: no', status: 'failed', isError: true })];

  test('a retry replaces the old reply with a new one', async () => {
    api.put('a', ...talk, question('q2', 'Hm'), reply('r2', { text: 'Hm' }));
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    void chat.act.retry('a', 'r');
    await settled();
    expect(chat.texts('a')).toEqual(['Why?', '']);
    expect(api.stream.request).toMatchObject({ isRegeneration: true, originalMessageId: 'r' });
    await api.stream.accept('run', 'q', 'r3');
    await api.stream.finish(reply('r3', { text: 'Because.' }));
    expect(chat.texts('a')).toEqual(['Why?', 'Because.']);
  });

  test('a retry of an older reply says that it has to wait for the one that is being written', async () => {
    api.put('a', ...talk);
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    void chat.act.send('a', 'Hm');
    await settled();
    await chat.act.retry('a', 'r');
    expect(chat.texts('a')?.slice(0, 3)).toEqual(['Why?', 'Error: no', 'Hm']);
    expect(chat.state.notice).toMatchObject({ kind: 'retry-failed', text: /already in progress/ });
  });

  test('a rejected retry restores the old reply', async () => {
    api.put('a', ...talk);
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    const tried = chat.act.retry('a', 'r');
    await settled();
    await api.stream.cut(new AppError('usage-limit-reached'));
    await tried;
    expect(chat.texts('a')).toEqual(['Why?', 'Error: no']);
    expect(chat.state.notice?.kind).toBe('limit');
    expect(chat.state.threads.a?.reply).toBeNull();
  });
});

describe('continuing a reply', () => {
  const half = reply('r', { text: 'Becau', status: 'stopped' });
  const opened = async () => {
    api.put('a', question('q', 'Why?'), half);
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    void chat.act.continue('a', 'r');
    await settled();
    return chat;
  };

  test('the text goes on in place, and the shorter reply is no version', async () => {
    const chat = await opened();
    expect(chat.texts('a')).toEqual(['Why?', 'Becau']);
    await api.stream.accept('run', 'q', 'r2');
    await api.stream.send({ type: 'snapshot', message: reply('r2', { text: 'Becau', status: 'streaming', seq: 1 }) });
    await api.stream.send({ type: 'content', content: 'se.' });
    await vi.advanceTimersByTimeAsync(100);
    expect(chat.texts('a')).toEqual(['Why?', 'Because.']);
    await api.stream.finish(reply('r2', { text: 'Because.' }));
    expect(chat.texts('a')).toEqual(['Why?', 'Because.']);
    const key = chat.state.threads['a']?.messageIds[1] ?? '';
    expect(chat.state.messages[key]?.versionIds).toBeUndefined();
  });

  test('without another word it restores the shorter reply and shows the reason', async () => {
    const chat = await opened();
    await api.stream.accept('run', 'q', 'r2');
    await api.stream.send({ type: 'error', code: 'model-failed', error: 'It broke.' });
    await settled();
    expect(chat.texts('a')).toEqual(['Why?', 'Becau']);
    expect(chat.state.notice).toMatchObject({ kind: 'retry-failed', text: 'It broke.' });
  });
});

describe('a retry that ends without content', () => {
  test('an empty retry restores the old reply and shows the reason', async () => {
    api.put('a', question('q', 'Why?'), reply('r', { text: 'Because' }));
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    void chat.act.retry('a', 'r');
    await settled();
    await api.stream.accept('run', 'q', 'r2');
    await api.stream.send({ type: 'error', code: 'model-failed', error: 'It broke.' });
    await settled();
    expect(chat.texts('a')).toEqual(['Why?', 'Because']);
    expect(chat.state.notice).toMatchObject({ kind: 'retry-failed', text: 'It broke.' });
  });
});

test('a message counts when it is accepted, and the server’s numbers apply at the end', async () => {
  const { chat } = await played.asking();
  const before = chat.state.usage?.messagesUsed ?? 0;
  await api.stream.accept();
  expect(chat.state.usage?.messagesUsed).toBe(before + 1);
  await api.stream.send({ type: 'error', code: 'model-failed', error: 'It broke.' });
  await settled();
  expect(chat.state.usage?.messagesUsed).toBe(before);
});

describe('stop', () => {
  test('a stop before acceptance is sent after acceptance', async () => {
    const { chat, id } = await played.asking();
    void chat.act.stop(id);
    expect(chat.state.threads[id]?.reply?.stopping).toBe(true);
    await api.stream.accept();
    expect(api.calls).toContain('stop run');
  });

  test('a message that is refused after a stop returns to the composer', async () => {
    const refused = new AppError('message-refused', { message: 'These rules don’t allow it.' });
    const { chat, id } = await played.asking();
    void chat.act.stop(id);
    await api.stream.cut(refused);
    await settled();
    expect([chat.texts(id), chat.state.drafts[id], chat.state.threads[id]?.reply]).toEqual([[], 'Why?', null]);
    expect(chat.state.notice).toMatchObject({ kind: 'send-failed', text: 'These rules don’t allow it.' });
    expect(api.calls.filter((call) => call.startsWith('stop'))).toEqual([]);
    expect(storage.get('send-queue:ada')).toBeNull();
  });

  test('a stopped reply ends with its stored message if the stream does not end it', async () => {
    const { chat, id } = await played.asking();
    await api.stream.accept();
    api.put(id, question('q1', 'Why?'), reply('r1', { text: 'Bec', status: 'stopped' }));
    const stopped = chat.act.stop(id);
    await vi.advanceTimersByTimeAsync(1000);
    await stopped;
    expect(chat.texts(id)).toEqual(['Why?', 'Bec']);
    expect(chat.state.threads[id]?.reply).toBeNull();
  });

  test('a pending stop lasts until the reply’s stream ends', async () => {
    const { chat, id } = await played.asking();
    await api.stream.accept();
    vi.spyOn(api, 'stop').mockResolvedValueOnce({ success: true, status: 'stopping' } as never);
    await chat.act.stop(id);
    await vi.advanceTimersByTimeAsync(5000);
    expect(chat.state.threads[id]?.reply?.stopping).toBe(true);
    await api.stream.send({ type: 'error', code: 'interrupted', error: 'It was interrupted.' });
    await settled();
    expect(chat.state.threads[id]?.reply).toBeNull();
  });

  test('a failed stop can be retried', async () => {
    const { chat, id } = await played.asking();
    await api.stream.accept();
    api.failures.set('stop', new TransportError('offline'));
    await chat.act.stop(id);
    expect(chat.state.threads[id]?.reply?.stopping).toBe(false);
    expect(chat.state.notice?.kind).toBe('stop-failed');
  });
});

describe('waking', () => {
  test('waking reloads what failed to load', async () => {
    api.put('a', question('q', 'Why?'));
    api.failures.set('history', new TransportError('offline'));
    const chat = await played.signedIn();
    api.failures.set('conversation', new TransportError('offline'));
    await chat.act.openThread('a');
    expect(chat.state).toMatchObject({ historyStatus: 'failed', threads: { a: { status: 'failed' } } });
    chat.act.wake();
    await settled();
    expect(chat.state).toMatchObject({ historyStatus: 'ready', threads: { a: { status: 'ready' } } });
  });

  test('waking reloads a history that did not fit', async () => {
    api.failures.set('history', new IncompatibleError());
    const chat = await played.signedIn();
    expect(chat.state.historyStatus).toBe('failed');
    chat.act.wake();
    await settled();
    expect(chat.state.historyStatus).toBe('ready');
  });
});

describe('a conversation whose link is pressed', () => {
  const pressed = async () => {
    api.put('a', question('q', 'Why?'));
    const chat = await played.signedIn();
    api.calls = [];
    chat.act.preloadThread('a');
    await settled();
    return chat;
  };
  const requests = () => api.calls.filter((call) => call.startsWith('conversation')).length;

  test('a conversation is loaded when its link is pressed, and not again when it is opened', async () => {
    const chat = await pressed();
    expect(chat.texts('a')).toEqual(['Why?']);
    await chat.act.openThread('a');
    expect(requests()).toBe(1);
    await chat.act.openThread('a');
    expect(requests()).toBe(2);
  });

  test('a conversation opens with the request that the press began', async () => {
    const chat = await played.signedIn();
    api.put('a', question('q', 'Why?'));
    api.calls = [];
    chat.act.preloadThread('a');
    await chat.act.openThread('a');
    expect(chat.texts('a')).toEqual(['Why?']);
    expect(requests()).toBe(1);
  });

  test('a conversation that changes after the press is loaded again when it is opened', async () => {
    const chat = await pressed();
    api.put('a', question('q', 'Why?'), reply('r', { text: 'So.' }));
    const { conversation } = api.conversations.get('a') ?? {};
    if (!conversation) throw new Error('It is there.');
    chat.act.handleUserEvent({ type: 'conversation', conversation, lastMessageIds: ['q', 'r'] });
    await settled();
    await chat.act.openThread('a');
    expect(chat.texts('a')).toEqual(['Why?', 'So.']);
  });

  test('a conversation that is opened two seconds after the press is loaded again', async () => {
    const chat = await pressed();
    api.put('a', question('q', 'Why?'), reply('r', { text: 'So.' }));
    await vi.advanceTimersByTimeAsync(2000);
    await chat.act.openThread('a');
    expect(chat.texts('a')).toEqual(['Why?', 'So.']);
  });

  test('a press on the link brings a conversation in memory up to date', async () => {
    const chat = await pressed();
    await chat.act.openThread('a');
    api.put('a', question('q', 'Why?'), reply('r', { text: 'So.' }));
    chat.act.preloadThread('a');
    await settled();
    await chat.act.openThread('a');
    expect(chat.texts('a')).toEqual(['Why?', 'So.']);
    expect(requests()).toBe(2);
  });

  test('a press on a link causes no request while the server is away', async () => {
    const chat = await played.signedIn();
    api.calls = [];
    played.isReached = false;
    chat.act.preloadThread('a');
    await settled();
    expect(requests()).toBe(0);
  });
});

describe('older messages', () => {
  test('older messages are inserted before the loaded ones, once', async () => {
    api.put('a', question('q2', 'Two'));
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    chat.store.setState({ threads: { a: { ...chat.state.threads.a, nextBefore: 'q2' } as Thread } });
    api.put('a', question('q1', 'One'), question('q2', 'Two'));
    await Promise.all([chat.act.loadOlder('a'), chat.act.loadOlder('a')]);
    expect(chat.texts('a')).toEqual(['One', 'Two']);
    expect(chat.state.threads.a).toMatchObject({ nextBefore: null, isLoadingOlder: false });
    await chat.act.openThread('a');
    expect(chat.texts('a')).toEqual(['One', 'Two']);
  });
});

describe('deleting', () => {
  test('a deletion removes the conversation at once, and a pending history does not restore it', async () => {
    api.put('a', question('q', 'Why?'));
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    const history = chat.act.loadHistory();
    const deleted = chat.act.deleteConversation('a');
    await settled();
    expect(chat.state.conversations).toEqual([]);
    await Promise.all([history, deleted]);
    expect(chat.state.conversations).toEqual([]);
    expect(chat.state.threads).toEqual({});
  });

  test('a failed deletion restores the conversation, shows a notice and is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    api.put('a', question('q', 'Why?'));
    api.put('b', question('q2', 'Hm'));
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    api.failures.set('delete', new TransportError('offline'));
    await chat.act.deleteConversation('a');
    await settled();
    expect(chat.state.conversations.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(chat.texts('a')).toEqual(['Why?']);
    expect(chat.state.notice).toMatchObject({ kind: 'delete-failed' });
    expect(log.mock.calls).toEqual([['Failed to delete conversation']]);
    log.mockRestore();
  });
});

describe('the end of a session', () => {
  test('a sign-out removes everything', async () => {
    const { chat } = await played.asking();
    chat.act.setDraft('other', 'typed');
    chat.act.reset('signed-out');
    expect(chat.state).toMatchObject({ conversations: [], threads: {}, messages: {}, drafts: {}, usage: null });
    expect(storage.items.size).toBe(0);
  });

  test('an expired session keeps the text of a pending message for the same user only', async () => {
    const { chat, id, sent } = await played.asking();
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

test('a new account starts without loading a history', async () => {
  const chat = played.open();
  await chat.act.start('ada', { isNew: true });
  expect(chat.state.historyStatus).toBe('ready');
  expect(api.calls.filter((call) => call.startsWith('history'))).toEqual([]);
});
