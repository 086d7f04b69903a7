import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { TransportError } from '../../../api/transport-error.ts';
import { question, reply, USAGE } from '../../testing/scripted-samples.ts';
import { settled } from '../../testing/settled.ts';
import { ScriptedChat } from '../../testing/scripted-chat.ts';

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

describe('sending', () => {
  test('message and reply are shown at once and keep their keys when the server assigns ids', async () => {
    const { chat, id, sent } = await played.asking();
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

  test('a reloaded conversation keeps the keys of messages sent from here', async () => {
    const { chat, id } = await played.asking();
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
    ['a reached limit', new AppError('usage-limit-reached', { details: { ...USAGE, isLimitReached: true } }), 'limit'],
  ])('%s leaves the text in the composer, a notice and no message', async (_name, error, kind) => {
    const { chat, id, sent } = await played.asking();
    await api.stream.cut(error);
    await sent;
    expect(chat.texts(id)).toEqual([]);
    expect(chat.state.conversations).toEqual([]);
    expect(chat.state.drafts[id]).toBe('Why?');
    expect(chat.state.notice).toMatchObject({ kind, conversationId: id });
    expect(chat.state.usage?.isLimitReached).toBe(kind === 'limit');
    expect(storage.get('drafts:ada')).toContain('Why?');
  });

  test('a message whose sending failed because the server is gone is queued under its id, without a notice', async () => {
    const { chat, id, sent } = await played.asking();
    const first = api.stream.request?.clientMessageId;
    played.isReached = false;
    await api.stream.cut(new TransportError('gone'));
    await sent;
    expect(chat.state.queued[id]).toMatchObject([{ text: 'Why?', clientMessageId: first, status: 'queued' }]);
    expect([chat.state.drafts[id] ?? '', chat.state.notice]).toEqual(['', null]);
  });

  test('text typed meanwhile stays below the restored text', async () => {
    const { chat, id, sent } = await played.asking();
    chat.act.setDraft(id, 'And how?');
    await api.stream.cut();
    await sent;
    expect(chat.state.drafts[id]).toBe('Why?\n\nAnd how?');
  });

  test('the same text after a lost answer is the same message, different text a new one', async () => {
    const { chat, id } = await played.asking();
    const first = api.stream.request?.clientMessageId;
    await api.stream.cut();
    void chat.act.send(id, 'Why? ');
    expect(api.stream.request?.clientMessageId).toBe(first);
    await api.stream.cut();
    void chat.act.send(id, 'Why not?');
    expect(api.stream.request?.clientMessageId).not.toBe(first);
  });

  test('a rejected message is a new message when it is sent again', async () => {
    const { chat, id } = await played.asking();
    const first = api.stream.request?.clientMessageId;
    await api.stream.cut(new AppError('rate-limited'));
    void chat.act.send(id, 'Why?');
    expect(api.stream.request?.clientMessageId).not.toBe(first);
  });

  test('a stored message whose answer was lost is found and leaves the composer', async () => {
    const { chat, id } = await played.asking();
    await api.stream.cut();
    api.put(id, question('q1', 'Why?'), reply('r1', { text: 'Because.' }));
    chat.act.wake();
    await settled();
    expect(chat.texts(id)).toEqual(['Why?', 'Because.']);
    expect(chat.state.drafts[id]).toBeUndefined();
    expect(storage.items.size).toBe(0);
  });

  test('a reply already in progress is followed, and the text stays in the composer', async () => {
    const { chat, id, sent } = await played.asking();
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

  test('nothing is sent without text', async () => {
    const { chat } = await played.asking();
    await api.stream.accept();
    await chat.act.send(chat.act.newConversation(), '  ');
    expect(api.streams).toHaveLength(1);
  });

  test('a stale thread does not remove messages sent since its request', async () => {
    api.put('a', question('q0', 'First'), reply('r0', { text: 'One' }));
    const chat = await played.signedIn();
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
  test('a reload while sending resends the message once under its id', async () => {
    const { chat: before, id } = await played.asking();
    const { clientMessageId } = api.stream.request ?? {};
    const after = played.open();
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

  test('a message rejected after a reload is restored to the composer', async () => {
    const { id } = await played.asking();
    const after = played.open();
    const started = after.act.start('ada');
    await settled();
    await api.stream.cut(new AppError('rate-limited'));
    await started;
    await after.act.openThread(id);
    expect(after.state.drafts[id]).toBe('Why?');
    expect(after.state.threads[id]).toMatchObject({ status: 'ready', messageIds: [] });
    await played.open().act.start('ada');
    expect(api.streams).toHaveLength(2);
  });

  test('a reload during a reply resumes from the checkpoint of the history', async () => {
    api.put('a', question('q', 'Why?'), reply('r', { status: 'streaming', generationId: 'run', seq: 4, text: 'Bec' }));
    api.active = [{ generationId: 'run', conversationId: 'a', assistantMessageId: 'r' }];
    const chat = await played.signedIn();
    expect(api.stream.after).toBe(4);
    await api.stream.send({ type: 'content', content: 'ause' });
    vi.advanceTimersByTime(16);
    expect(chat.texts('a')).toEqual(['Why?', 'Because']);
    expect(chat.state.threads.a?.reply).toMatchObject({ connection: 'live', generationId: 'run' });
  });

  test('a reload refetches a reply that is no longer streamed, and no reply runs forever', async () => {
    api.put('a', question('q', 'Why?'), reply('r', { status: 'streaming', generationId: 'run', seq: 4, text: 'Bec' }));
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    await api.stream.cut(new AppError('not-found'));
    await settled();
    expect(api.calls.filter((call) => call === 'conversation a')).toHaveLength(2);
    expect(chat.state.messages.r).toMatchObject({ status: 'interrupted', text: 'Bec' });
    expect(chat.state.threads.a?.reply).toBeNull();
  });
});
