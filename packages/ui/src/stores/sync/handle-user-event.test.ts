import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError, LISTS, type UserEvent } from '@parley/core';
import { TransportError } from '../../api/transport-error.ts';
import { ADA, question, reply, USAGE } from '../testing/scripted-samples.ts';
import { settled } from '../testing/settled.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';

type Chat = ReturnType<ScriptedChat['open']>;

let played: ScriptedChat;
let chat: Chat;
beforeEach(async () => {
  played = new ScriptedChat();
  played.api.put('a', question('q1', 'Why?'), reply('r1', { text: 'So.' }));
  played.api.put('b', question('q2', 'Who?'), reply('r2', { text: 'Ada.' }));
  chat = await played.signedIn();
  await chat.act.openThread('a');
  played.api.calls = [];
});

/** An event with the current state of a conversation. */
function changed(id: string): UserEvent {
  const found = played.api.conversations.get(id);
  if (!found) return { type: 'deleted', conversationId: id };
  return {
    type: 'conversation',
    conversation: { ...found.conversation },
    lastMessageIds: found.messages.slice(-3).map((message) => message.id),
  };
}

async function receive(...events: UserEvent[]): Promise<void> {
  for (const event of events) chat.act.handleUserEvent(event);
  await settled();
}

function rename(id: string, title: string): void {
  const found = played.api.conversations.get(id);
  if (found) found.conversation = { ...found.conversation, title };
}

const titleOf = (id: string) => chat.state.conversations.find((item) => item.id === id)?.title;
const asked = () => played.api.calls.filter((call) => call.startsWith('conversation'));

describe('an event', () => {
  test('an event with a new title, pin or message refetches the conversation', async () => {
    rename('a', 'Tides');
    played.api.pin('b', '2026-02-01T00:00:00.000Z', true);
    await receive(changed('a'), changed('b'));
    expect(chat.state.conversations).toMatchObject([
      { id: 'b', pinned: true },
      { id: 'a', title: 'Tides' },
    ]);
    played.api.put('a', question('q1', 'Why?'), reply('r1', { text: 'So.' }), question('q3', 'Oh?'), reply('r3'));
    await receive(changed('a'));
    expect(chat.texts('a')).toEqual(['Why?', 'So.', 'Oh?', '']);
  });

  test('an event that matches the shown state does not refetch', async () => {
    await receive(changed('a'), { type: 'usage', usage: { ...USAGE, messagesUsed: 7 } });
    expect(played.api.calls).toEqual([]);
    expect(chat.state.usage?.messagesUsed).toBe(7);
  });

  test('repeated events cause at most one more refetch', async () => {
    rename('a', 'Tides');
    await receive(changed('a'), changed('a'), changed('a'));
    expect(asked().length).toBeLessThanOrEqual(2);
    expect(titleOf('a')).toBe('Tides');
  });

  test('a hidden page refetches a changed conversation once it is visible', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    vi.stubGlobal('document', page);
    rename('b', 'Tides');
    await receive(changed('b'));
    expect(asked()).toEqual([]);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(titleOf('b')).toBe('Tides');
    vi.unstubAllGlobals();
  });

  test('a failed refetch is retried later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    rename('b', 'Tides');
    played.api.failures.set('conversation', new TransportError());
    await receive(changed('b'));
    expect(titleOf('b')).toBe('About b');
    await vi.advanceTimersByTimeAsync(3000);
    expect(titleOf('b')).toBe('Tides');
    vi.useRealTimers();
  });
});

describe('a reply that another client requested', () => {
  const started: UserEvent = {
    type: 'reply-started',
    conversationId: 'a',
    generationId: 'run',
    userMessageId: 'q3',
    assistantMessageId: 'r3',
  };
  const before = [question('q1', 'Why?'), reply('r1', { text: 'So.' }), question('q3', 'Oh?')];

  test('a reply requested by another client is read to its end and can be stopped', async () => {
    played.api.put('a', ...before, reply('r3', { status: 'streaming', generationId: 'run', seq: 0 }));
    await receive(started, changed('a'));
    expect(chat.state.threads['a']?.reply).toMatchObject({ generationId: 'run' });
    await played.api.stream.send({ type: 'content', content: 'Yes' });
    void chat.act.stop('a');
    await settled();
    expect(played.api.calls).toContain('stop run');
    await played.api.stream.finish(reply('r3', { text: 'Yes', status: 'stopped' }));
    expect(chat.texts('a')).toEqual(['Why?', 'So.', 'Oh?', 'Yes']);
  });

  test('a summary appears on its message', async () => {
    played.api.put('a', question('q1', 'Why?'), reply('r1', { text: 'So.', summary: 'About why.' }));
    await receive({ type: 'summarized', conversationId: 'a' });
    const keys = chat.state.threads['a']?.messageIds ?? [];
    expect(keys.map((key) => chat.state.messages[key]?.summary)).toEqual([undefined, 'About why.']);
  });

  test('a reply that ended before its first event is loaded completely', async () => {
    played.api.put('a', ...before, reply('r3', { text: 'Yes' }));
    await receive(started, { type: 'reply-ended', conversationId: 'a', generationId: 'run' });
    expect(chat.texts('a')).toEqual(['Why?', 'So.', 'Oh?', 'Yes']);
  });
});

describe('a change made here', () => {
  test('an event does not undo a pending local change', async () => {
    const older = changed('a');
    const gate = Promise.withResolvers<void>();
    played.api.gates.set('change', gate.promise);
    const renamed = chat.act.rename('a', 'Own');
    await settled();
    await receive(older);
    expect(titleOf('a')).toBe('Own');
    expect(asked()).toEqual([]);
    gate.resolve();
    await renamed;
    await settled();
    expect(titleOf('a')).toBe('Own');
  });

  test('a conversation that is not open is refetched only after its pending local change', async () => {
    const gate = Promise.withResolvers<void>();
    played.api.gates.set('change', gate.promise);
    const renamed = chat.act.rename('b', 'Own');
    await receive(changed('b'));
    expect(asked()).toEqual([]);
    gate.resolve();
    await renamed;
    await settled();
    expect(titleOf('b')).toBe('Own');
  });

  test('a late event does not undo a local change', async () => {
    const older = changed('a');
    await chat.act.rename('a', 'Own');
    await receive(older);
    expect(titleOf('a')).toBe('Own');
  });

  test('a message being sent stays beside messages of other clients', async () => {
    void chat.act.send('a', 'Mine?');
    await settled();
    played.api.put('a', question('q1', 'Why?'), reply('r1', { text: 'So.' }), question('q3', 'Oh?'), reply('r3'));
    await receive(
      { type: 'reply-started', conversationId: 'a', generationId: 'x', userMessageId: 'q3', assistantMessageId: 'r3' },
      { type: 'reply-ended', conversationId: 'a', generationId: 'x' },
    );
    expect(chat.texts('a')).toEqual(['Why?', 'So.', 'Mine?', '']);
    const { conversations } = played.api;
    const { messages } = conversations.get('a') ?? { messages: [] };
    played.api.put(
      'a',
      ...messages,
      question('q4', 'Mine?'),
      reply('r4', { status: 'streaming', generationId: 'run', seq: 0 }),
    );
    await played.api.stream.accept('run', 'q4', 'r4');
    await receive(changed('a'));
    expect(chat.texts('a')).toEqual(['Why?', 'So.', 'Oh?', '', 'Mine?', '']);
    expect(chat.state.threads['a']?.reply).toMatchObject({ generationId: 'run' });
  });
});

describe('a conversation deleted elsewhere', () => {
  test('a conversation deleted elsewhere leaves the list, and its thread is shown as deleted', async () => {
    await played.api.deleteConversation('a');
    await receive(changed('a'));
    expect(chat.state.conversations.map(({ id }) => id)).toEqual(['b']);
    expect(chat.state.threads['a']).toMatchObject({ status: 'not-found', movedTo: null });
  });

  test('the draft of a conversation deleted elsewhere moves to a new one', async () => {
    chat.act.setDraft('a', 'Not yet sent');
    await played.api.deleteConversation('a');
    await receive(changed('a'));
    const to = chat.state.threads['a']?.movedTo ?? '';
    expect(chat.state.drafts).toEqual({ [to]: 'Not yet sent' });
    await chat.act.openThread(to);
    expect(chat.state.threads[to]).toMatchObject({ status: 'ready', messageIds: [] });
    void chat.act.send(to, 'Not yet sent');
    await settled();
    expect(played.api.stream.request).toMatchObject({ conversationId: to, text: 'Not yet sent' });
  });

  test('a restored conversation returns, whichever client deleted it', async () => {
    await chat.act.deleteConversation('b');
    expect(chat.state.deleted?.id).toBe('b');
    await played.api.restoreConversation('b');
    await receive(changed('b'));
    expect(chat.state.conversations.map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
    expect(chat.state.deleted).toBeNull();
    await chat.act.openThread('b');
    expect(chat.texts('b')).toEqual(['Who?', 'Ada.']);
  });

  test('events about a conversation deleted here cause no request', async () => {
    const before = changed('b');
    await chat.act.deleteConversation('b');
    played.api.calls = [];
    await receive(before, changed('b'));
    expect(asked()).toEqual([]);
    expect(chat.state.conversations.map(({ id }) => id)).toEqual(['a']);
  });

  test('a message rejected because its conversation was deleted moves to a new one', async () => {
    void chat.act.send('a', 'Mine?');
    await settled();
    await played.api.deleteConversation('a');
    await played.api.stream.cut(new AppError('not-found'));
    const to = chat.state.threads['a']?.movedTo ?? '';
    expect(chat.state.drafts).toEqual({ [to]: 'Mine?' });
  });
});

describe('after a lost connection', () => {
  const user: UserEvent = {
    type: 'user',
    user: ADA,
  };

  test('a reconnect refetches the list, running replies and the open conversation once', async () => {
    await receive(user);
    expect(played.api.calls.toSorted()).toEqual(['active', 'conversation a', 'history', 'history', 'usage']);
  });

  test('a reconnect, or a change of the preferences, makes every list load again', async () => {
    const { listChanges: before } = chat.state;
    await receive(user);
    expect(Object.keys(before)).toEqual(LISTS);
    for (const name of LISTS) expect(chat.state.listChanges[name], name).toBe(before[name] + 1);
  });

  test('a reconnect shows missed deletions, restores and replies', async () => {
    await chat.act.deleteConversation('b');
    await played.api.restoreConversation('b');
    await played.api.deleteConversation('a');
    played.api.put('c', question('q5', 'New?'), reply('r5', { status: 'streaming', generationId: 'run', seq: 0 }));
    played.api.active = [{ conversationId: 'c', generationId: 'run', assistantMessageId: 'r5' }];
    await receive(user);
    expect(chat.state.conversations.map(({ id }) => id).toSorted()).toEqual(['b', 'c']);
    expect(chat.state.threads['a']?.status).toBe('not-found');
    expect(chat.state.threads['c']?.reply).toMatchObject({ generationId: 'run' });
  });

  test('a reconnect refreshes the entry of a conversation with a paused queue, and keeps one that was never sent', async () => {
    const chatId = chat.act.newConversation();
    played.isReached = false;
    for (const id of ['b', chatId]) {
      chat.act.setDraft(id, 'Later?');
      await chat.act.openThread(id);
      void chat.act.send(id, 'Later?');
    }
    await settled();
    rename('b', 'Tides');
    await receive(user);
    expect(titleOf('b')).toBe('Tides');
    expect(titleOf(chatId)).toBe('Later?');
  });

  test('a reconnect keeps the length of the list', async () => {
    for (let index = 0; index < 70; index++) played.api.put(`c${index}`, question(`q${index}`, 'Why?'));
    await chat.act.loadHistory();
    const limits: number[] = [];
    const { history } = played.api;
    played.api.history = (page: Parameters<typeof history>[0] & { limit?: number }) => {
      limits.push(page.limit ?? 0);
      return history(page);
    };
    await receive(user);
    expect(limits).toEqual([72, 200]);
  });
});
