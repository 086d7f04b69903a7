import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { TransportError } from '../../../api/transport-error.ts';
import { question, reply } from '../../testing/scripted-samples.ts';
import { ScriptedChat } from '../../testing/scripted-chat.ts';
import { settled } from '../../testing/settled.ts';

let played: ScriptedChat;
let api: ScriptedChat['api'];

beforeEach(() => {
  vi.useFakeTimers();
  played = new ScriptedChat();
  ({ api } = played);
});
afterEach(() => {
  vi.useRealTimers();
});

const OLD = [question('q', 'Why?'), reply('r', { text: 'Because.', versionIds: ['r', 's'] })];
const NEW = [question('q', 'Why?'), reply('s', { text: 'So.', versionIds: ['r', 's'] })];

async function reading(...talk: typeof OLD) {
  api.put('a', ...talk);
  const chat = await played.signedIn();
  await chat.act.openThread('a');
  return chat;
}

describe('showing a version', () => {
  test('showing a version replaces the other branch', async () => {
    const chat = await reading(...NEW, question('q2', 'Hm'), reply('r2', { text: 'Hm.' }));
    api.put('a', ...OLD);
    await chat.act.stepVersion('a', 's', -1);
    expect(api.calls).toContain('version a r');
    expect(chat.texts('a')).toEqual(['Why?', 'Because.']);
  });

  test('a stale thread does not revert the shown version', async () => {
    const chat = await reading(...NEW);
    const gate = Promise.withResolvers<void>();
    api.gates.set('conversation', gate.promise);
    const refresh = chat.act.openThread('a');
    api.put('a', ...OLD);
    await chat.act.stepVersion('a', 's', -1);
    gate.resolve();
    await refresh;
    expect(chat.texts('a')).toEqual(['Why?', 'Because.']);
  });

  test('a failed switch keeps the branch and shows a notice', async () => {
    const chat = await reading(...NEW);
    api.failures.set('version', new TransportError('offline'));
    await chat.act.stepVersion('a', 's', -1);
    expect(chat.texts('a')).toEqual(['Why?', 'So.']);
    expect(chat.state.notice).toMatchObject({ kind: 'version-failed', conversationId: 'a' });
  });

  test('versions cannot be switched during a reply', async () => {
    const chat = await reading(...NEW);
    void chat.act.send('a', 'More');
    await api.stream.accept();
    await chat.act.stepVersion('a', 's', -1);
    expect(chat.state.notice).toMatchObject({
      kind: 'version-failed',
      text: 'A reply is already in progress in this conversation. Wait for it or stop it first.',
    });
    expect(api.calls.some((call) => call.startsWith('version'))).toBe(false);
  });

  test('concurrent steps add up and stop at the last version', async () => {
    const versionIds = ['r', 's', 't'];
    const last = [question('q', 'Why?'), reply('t', { text: 'Hm.', versionIds })];
    const chat = await reading(...last);
    const shown = ['s', 'r'];
    const { showVersion } = api;
    vi.spyOn(api, 'showVersion').mockImplementation((id, messageId) => {
      api.put('a', question('q', 'Why?'), reply(shown.shift() ?? '', { versionIds }));
      return showVersion(id, messageId);
    });
    await Promise.all([1, 2, 3].map(() => chat.act.stepVersion('a', 't', -1)));
    expect(api.calls.filter((call) => call.startsWith('version'))).toEqual(['version a s', 'version a r']);
  });

  test('a regenerated reply counts as a version from its first word', async () => {
    const chat = await reading(question('q', 'Why?'), reply('r', { text: 'Because.' }));
    void chat.act.retry('a', 'r');
    await settled();
    const key = chat.state.threads.a?.messageIds[1] ?? '';
    await api.stream.accept('run', 'q', 's');
    await api.stream.send({ type: 'content', content: 'So' });
    vi.advanceTimersByTime(16);
    expect(chat.state.messages[key]?.versionIds).toEqual(['r', 's']);
    await api.stream.finish(reply('s', { text: 'So.' }));
    expect(chat.state.messages[key]?.versionIds).toEqual(['r', 's']);
  });
});

describe('finding a message', () => {
  test('finds a loaded message', async () => {
    api.put('a', ...NEW);
    const chat = await played.signedIn();
    expect(await chat.act.findMessage('a', 's')).toBe('s');
    expect(api.calls.some((call) => call.startsWith('version'))).toBe(false);
  });

  test('finds a message by loading older pages', async () => {
    api.put('a', ...NEW);
    api.olderPages.set('a', [[question('q0', 'First'), reply('r0', { text: '1' })], [question('qq', 'Zeroth')]]);
    const chat = await played.signedIn();
    expect(await chat.act.findMessage('a', 'qq')).toBe('qq');
    expect(chat.texts('a')).toEqual(['Zeroth', 'First', '1', 'Why?', 'So.']);
  });

  test('finding a message on another branch switches to it', async () => {
    const chat = await reading(...NEW);
    const { showVersion } = api;
    vi.spyOn(api, 'showVersion').mockImplementationOnce((id, messageId) => {
      api.put('a', ...OLD);
      return showVersion(id, messageId);
    });
    expect(await chat.act.findMessage('a', 'r')).toBe('r');
    expect(chat.texts('a')).toEqual(['Why?', 'Because.']);
  });

  test.each([
    ['a deleted conversation', 'gone', 'x'],
    ['a deleted message', 'a', 'x'],
  ])('finding a message of %s returns nothing', async (_name, conversationId, messageId) => {
    const chat = await reading(...NEW);
    if (conversationId === 'a') api.failures.set('version', new AppError('not-found'));
    expect(await chat.act.findMessage(conversationId, messageId)).toBeNull();
  });

  test('a failed older page leaves the branch unchanged', async () => {
    api.put('a', ...NEW);
    api.olderPages.set('a', [[question('q0', 'First')]]);
    const chat = await played.signedIn();
    const read = api.conversation;
    vi.spyOn(api, 'conversation').mockImplementationOnce(read).mockRejectedValueOnce(new TransportError('offline'));
    expect(await chat.act.findMessage('a', 'zz')).toBeNull();
    expect(chat.state.notice?.kind).toBe('load-failed');
    expect(api.calls.some((call) => call.startsWith('version'))).toBe(false);
  });
});

test('search returns the server’s hits and rejects with its errors', async () => {
  const chat = await played.signedIn();
  api.hits = [
    {
      conversationId: 'a',
      title: 'A',
      archived: false,
      messageId: 'q',
      isUser: true,
      snippet: 'Why?',
      marks: [[0, 3]],
      timestamp: '',
    },
  ];
  expect(await chat.act.search('why', new AbortController().signal)).toBe(api.hits);
  api.failures.set('search', new TransportError('offline'));
  await expect(chat.act.search('why', new AbortController().signal)).rejects.toBeInstanceOf(TransportError);
});
