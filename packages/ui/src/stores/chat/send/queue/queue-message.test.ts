import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { UnexplainedError } from '../../../../api/read-error.ts';
import { TransportError } from '../../../../api/transport-error.ts';
import { question, reply, stored } from '../../../testing/scripted-samples.ts';
import { settled } from '../../../testing/settled.ts';
import { ScriptedChat } from '../../../testing/scripted-chat.ts';

type Chat = ReturnType<ScriptedChat['open']>;

let played: ScriptedChat;
let api: ScriptedChat['api'];
let storage: ScriptedChat['storage'];
let opened: Chat[];
beforeEach(() => {
  played = new ScriptedChat();
  ({ api, storage } = played);
  opened = [];
  const open = played.open.bind(played);
  played.open = () => {
    const chat = open();
    opened.push(chat);
    return chat;
  };
  api.put('a', question('q0', 'First?'), reply('r0', { text: 'One.' }));
});

/** Ends each tab, since a sending tab holds the lock until then. */
afterEach(() => {
  for (const chat of opened) chat.act.reset('expired');
});

const waiting = (chat: Chat) =>
  Object.fromEntries(Object.entries(chat.state.queued).map(([id, list]) => [id, list.map(({ text }) => text)]));

async function offline() {
  const chat = await played.signedIn();
  await chat.act.openThread('a');
  played.isReached = false;
  return chat;
}

async function write(chat: Chat, id: string, text: string) {
  chat.act.setDraft(id, text);
  await chat.act.send(id, text);
}

/** Makes the server reachable again. */
function back(chat: Chat) {
  played.isReached = true;
  chat.act.wake();
}

const streams = (count: number) => vi.waitFor(() => expect(api.streams).toHaveLength(count));

/** Accepts the newest request as this message and answers it. */
async function answer(id: string, number: number) {
  const { stream } = api;
  const [run, asked, end] = [`run${number}`, `q${number}`, reply(`r${number}`, { text: 'So.' })];
  const before = [...(api.conversations.get(id)?.messages ?? []), question(asked, stream.request?.text ?? '')];
  api.put(id, ...before, reply(end.id, { status: 'streaming', generationId: run, seq: 0 }));
  await stream.accept(run, asked, end.id);
  api.put(id, ...before, end);
  await stream.finish(end);
}

describe('sending while the server is unreachable', () => {
  test('queued messages are shown in the thread in order and leave the composer', async () => {
    const chat = await offline();
    await write(chat, 'a', 'Second?');
    await write(chat, 'a', 'Third?');
    expect(waiting(chat)).toEqual({ a: ['Second?', 'Third?'] });
    expect(chat.state.drafts).toEqual({});
    expect(chat.state.conversations[0]).toMatchObject({ id: 'a', title: 'About a', lastText: 'Third?' });
    expect(api.streams).toHaveLength(0);
  });

  test('a queued message leaves the composer at once, so that a double click or new text is not confused with it', async () => {
    const chat = await offline();
    const gate = Promise.withResolvers<void>();
    const load = played.loadOffline;
    played.loadOffline = () => gate.promise.then(load);
    chat.act.setDraft('a', 'Second?');
    const sent = [chat.act.send('a', 'Second?')];
    expect(chat.state.drafts).toEqual({});
    chat.act.setDraft('a', 'Third?');
    sent.push(chat.act.send('a', 'Third?'));
    chat.act.setDraft('a', 'half a thought');
    gate.resolve();
    await Promise.all(sent);
    expect(waiting(chat)).toEqual({ a: ['Second?', 'Third?'] });
    expect(chat.state.drafts).toEqual({ a: 'half a thought' });
    back(chat);
    await streams(1);
    await answer('a', 1);
    await streams(2);
    await answer('a', 2);
    await vi.waitFor(() => expect(storage.get('send-queue:ada')).toBeNull());
    expect(chat.texts('a')).toEqual(['First?', 'One.', 'Second?', 'So.', 'Third?', 'So.']);
  });

  test('queued messages are sent once and in order after a reconnect, each after the previous reply', async () => {
    const chat = await offline();
    const begun = chat.act.newConversation();
    await write(chat, 'a', 'Second?');
    // The clock is set back.
    vi.setSystemTime(0);
    await write(chat, begun, 'Elsewhere?');
    await write(chat, 'a', 'Third?');
    vi.useRealTimers();
    back(chat);
    await streams(1);
    expect(api.stream.request).toMatchObject({ conversationId: 'a', text: 'Second?' });
    expect(chat.texts('a')).toEqual(['First?', 'One.', 'Second?', '']);
    expect(waiting(chat)).toEqual({ a: ['Third?'], [begun]: ['Elsewhere?'] });
    await answer('a', 1);
    await streams(2);
    expect(api.stream.request).toMatchObject({ conversationId: begun, text: 'Elsewhere?' });
    await answer(begun, 2);
    await streams(3);
    expect(api.stream.request).toMatchObject({ conversationId: 'a', text: 'Third?' });
    await answer('a', 3);
    await vi.waitFor(() => expect(storage.get('send-queue:ada')).toBeNull());
    expect(chat.texts('a')).toEqual(['First?', 'One.', 'Second?', 'So.', 'Third?', 'So.']);
    expect(chat.state.queued).toEqual({});
  });

  test('a queued message survives a reload, and the conversation it starts is listed', async () => {
    const chat = await offline();
    const begun = chat.act.newConversation();
    await write(chat, begun, 'Why is the sky blue?');
    for (const call of ['history', 'conversation', 'active']) api.failures.set(call, new TransportError('offline'));
    const after = await played.signedIn();
    await after.act.openThread(begun);
    await vi.waitFor(() => expect(after.state.conversations[0]?.id).toBe(begun));
    expect(after.state.threads[begun]?.status).toBe('ready');
    expect(waiting(after)).toEqual({ [begun]: ['Why is the sky blue?'] });
    back(after);
    await streams(1);
    expect(api.stream.request).toMatchObject({ conversationId: begun, text: 'Why is the sky blue?' });
  });

  test('a queued message keeps its id after a broken attempt, so that the server accepts it once', async () => {
    const chat = await offline();
    await write(chat, 'a', 'Second?');
    back(chat);
    await streams(1);
    const { clientMessageId } = api.stream.request ?? {};
    await api.stream.cut();
    await vi.waitFor(() => expect(waiting(chat)).toEqual({ a: ['Second?'] }));
    expect(chat.texts('a')).toEqual(['First?', 'One.']);
    expect(chat.state.drafts).toEqual({});
    // The server has it after all.
    api.put('a', question('q0', 'First?'), reply('r0'), question('q1', 'Second?'), reply('r1', { text: 'So.' }));
    back(chat);
    await streams(2);
    expect(api.stream.request?.clientMessageId).toBe(clientMessageId);
    await api.stream.sendAs({ seq: 9, event: { type: 'snapshot', message: reply('r1', { text: 'So.' }) } });
    await vi.waitFor(() => expect(chat.texts('a')).toEqual(['First?', '', 'Second?', 'So.']));
    expect(chat.state.queued).toEqual({});
    expect(storage.get('send-queue:ada')).toBeNull();
  });

  test('a message whose connection broke is queued alone: text and files added since stay in the composer', async () => {
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    const sent = write(chat, 'a', 'Second?');
    await settled();
    chat.act.setDraft('a', 'half a thought');
    chat.act.attach('a', [new File(['x'], 'f1.png', { type: 'image/png' })]);
    await settled();
    api.uploads[0]?.resolve(stored('f1'));
    await settled();
    const { request } = api.stream;
    played.isReached = false;
    await api.stream.cut();
    await sent;
    expect(waiting(chat)).toEqual({ a: ['Second?'] });
    expect(chat.state.drafts).toEqual({ a: 'half a thought' });
    expect(chat.state.attachments.a).toHaveLength(1);
    expect(chat.state.notice).toBeNull();
    back(chat);
    await streams(2);
    expect(api.stream.request).toEqual(request);
  });

  test('a message that a proxy answers for its server that is away is queued', async () => {
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    const sent = write(chat, 'a', 'Second?');
    await settled();
    played.isReached = false;
    await api.stream.cut(new UnexplainedError('internal', { message: 'HTTP error! status: 502' }));
    await sent;
    expect(waiting(chat)).toEqual({ a: ['Second?'] });
    expect(chat.state).toMatchObject({ drafts: {}, notice: null });
  });

  test('a message whose connection broke is not queued if its text was changed meanwhile', async () => {
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    const sent = write(chat, 'a', 'Second?');
    await settled();
    const isReached = Promise.withResolvers<boolean>();
    played.checkReach = () => isReached.promise;
    await api.stream.cut();
    chat.act.setDraft('a', 'Second, and more?');
    isReached.resolve(false);
    await sent;
    expect(chat.state.queued).toEqual({});
    expect(chat.state.drafts).toEqual({ a: 'Second, and more?' });
    expect(chat.state.notice?.kind).toBe('send-failed');
  });

  test('a queued message is shown once while it is being sent, in every tab', async () => {
    const chat = await offline();
    await write(chat, 'a', 'Second?');
    await write(chat, 'a', 'Third?');
    back(chat);
    await streams(1);
    chat.act.wake();
    await settled();
    expect(chat.texts('a')).toEqual(['First?', 'One.', 'Second?', '']);
    expect(waiting(chat)).toEqual({ a: ['Third?'] });
  });

  test.each(['conversation', 'stream'])(
    'a queued message is retried soon if the %s broke although the server is reachable',
    async (what) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      played.isReached = false;
      const chat = await played.signedIn();
      await chat.act.openThread('a');
      await chat.act.send('a', 'Second?');
      if (what === 'conversation') api.failures.set('conversation', new AppError('internal'));
      back(chat);
      if (what === 'stream') {
        await streams(1);
        await api.stream.cut();
      }
      await settled();
      expect(waiting(chat)).toEqual({ a: ['Second?'] });
      const before = api.streams.length;
      await vi.advanceTimersByTimeAsync(5000);
      await streams(before + 1);
      expect(api.stream.request?.text).toBe('Second?');
      vi.useRealTimers();
    },
  );

  test('a queued message can be unqueued', async () => {
    const chat = await offline();
    await write(chat, 'a', 'Second?');
    await write(chat, 'a', 'Third?');
    chat.act.setDraft('a', 'half a thought');
    chat.act.unqueueMessage('a', chat.state.queued.a?.[0]?.clientMessageId ?? '');
    await vi.waitFor(() => expect(waiting(chat)).toEqual({ a: ['Third?'] }));
    expect(chat.state.drafts.a).toBe('Second?\n\nhalf a thought');
    back(chat);
    await streams(1);
    expect(api.stream.request?.text).toBe('Third?');
  });

  test('a rejected queued message returns to the composer with the ones after it', async () => {
    const chat = await offline();
    await write(chat, 'a', 'Second?');
    await write(chat, 'a', 'Third?');
    back(chat);
    await streams(1);
    await api.stream.cut(new AppError('usage-limit-reached'));
    await vi.waitFor(() => expect(chat.state.drafts.a).toBe('Second?\n\nThird?'));
    expect(chat.state.notice).toMatchObject({ kind: 'limit', conversationId: 'a' });
    expect(chat.state.queued).toEqual({});
    expect(api.streams).toHaveLength(1);
  });

  test('a queued message stays queued after a temporary rejection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    played.isReached = false;
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    await chat.act.send('a', 'Second?');
    back(chat);
    await streams(1);
    await api.stream.cut(new AppError('rate-limited', { retryAfter: 30 }));
    expect(waiting(chat)).toEqual({ a: ['Second?'] });
    expect(chat.state.notice).toBeNull();
    await vi.advanceTimersByTimeAsync(30_000);
    await streams(2);
    expect(api.stream.request?.text).toBe('Second?');
    vi.useRealTimers();
  });

  test('a queued message is sent by only one of two tabs', async () => {
    const chat = await offline();
    const other = played.open();
    await other.act.start('ada');
    await write(chat, 'a', 'Second?');
    back(chat);
    back(other);
    await streams(1);
    await answer('a', 1);
    await vi.waitFor(() => expect(storage.get('send-queue:ada')).toBeNull());
    other.act.wake();
    await settled();
    expect(api.streams).toHaveLength(1);
    expect(other.state.queued).toEqual({});
  });

  test.each(['an event', 'the list'])(
    'a conversation that another tab began is loaded here once %s names it',
    async (source) => {
      const chat = await offline();
      const id = chat.act.newConversation();
      await chat.act.openThread(id);
      await write(chat, id, 'Why?');
      const other = played.open();
      await other.act.start('ada');
      back(other);
      await streams(1);
      await answer(id, 1);
      chat.act.wake();
      await settled();
      const { conversation, messages } = await api.conversation(id, {});
      const lastMessageIds = messages.map((message) => message.id);
      if (source === 'an event') chat.act.handleUserEvent({ type: 'conversation', conversation, lastMessageIds });
      else await chat.act.loadHistory();
      await settled();
      await chat.act.openThread(id);
      expect(chat.texts(id)).toEqual(['Why?', 'So.']);
      expect(chat.act.newConversation()).not.toBe(id);
      await chat.act.deleteConversation(id);
      expect(api.calls).toContain(`delete ${id}`);
    },
  );

  test('a new chat is another one while the first message of the last one waits', async () => {
    const chat = await offline();
    const id = chat.act.newConversation();
    await chat.act.openThread(id);
    await write(chat, id, 'Why?');
    expect(waiting(chat)).toEqual({ [id]: ['Why?'] });
    expect(chat.act.newConversation()).not.toBe(id);
  });

  test('a queued message sent by another tab does not return to the composer', async () => {
    const chat = await offline();
    await write(chat, 'a', 'Second?');
    const [waits] = chat.state.queued.a ?? [];
    storage.remove('send-queue:ada');
    chat.act.unqueueMessage('a', waits?.clientMessageId ?? '');
    await vi.waitFor(() => expect(chat.state.queued).toEqual({}));
    expect(chat.state.drafts).toEqual({});
  });

  test('a queued message starts a new conversation if its own was deleted elsewhere', async () => {
    const chat = await offline();
    await write(chat, 'a', 'Second?');
    api.conversations.delete('a');
    back(chat);
    await streams(1);
    expect(api.stream.request?.text).toBe('Second?');
    expect(api.stream.request?.conversationId).not.toBe('a');
    expect(chat.state.threads.a?.movedTo).toBe(api.stream.request?.conversationId);
  });

  test('a sign-out removes queued messages, and an expired session keeps them for their user', async () => {
    const chat = await offline();
    await write(chat, 'a', 'Second?');
    chat.act.reset('expired');
    expect(storage.get('send-queue:ada')).toContain('Second?');
    const again = await played.signedIn();
    expect(waiting(again)).toEqual({ a: ['Second?'] });
    again.act.reset('signed-out');
    expect(storage.items.size).toBe(0);
    expect(again.state.queued).toEqual({});
  });

  test('a damaged stored queue is read as far as it is valid', async () => {
    storage.set('send-queue:ada', '{"a":[null,7,{"text":"x"}],"b":"x","c":[{"clientMessageId":"1","text":"y"}]}');
    expect((await played.signedIn()).state.queued).toEqual({});
  });
});
