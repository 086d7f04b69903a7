import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { TransportError } from '../../../api/transport-error.ts';
import { question, reply, stored } from '../../testing/scripted-samples.ts';
import { settled } from '../../testing/settled.ts';
import { ScriptedChat } from '../../testing/scripted-chat.ts';

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

type Chat = Awaited<ReturnType<ScriptedChat['signedIn']>>;

async function listing(...ids: string[]) {
  for (const id of ids) api.put(id, question(`q${id}`, 'Why?'));
  return played.signedIn();
}

const list = ({ state }: Chat) => state.conversations.map(({ id }) => id);
const first = ({ state }: Chat) => state.conversations[0];

describe('renaming and pinning', () => {
  test('a change is shown at once and sent to the server', async () => {
    const chat = await listing('a');
    const renamed = chat.act.rename('a', '  My\n title ');
    const pinned = chat.act.setPinned('a', true);
    await settled();
    expect(first(chat)).toMatchObject({ title: 'My title', pinned: true });
    await Promise.all([renamed, pinned]);
    expect(api.calls).toContain('change a {"title":"My title"}');
    expect(api.calls).toContain('change a {"pinned":true}');
    expect(chat.state.notice).toBeNull();
  });

  test('a failed change is rolled back with a notice', async () => {
    const chat = await listing('a');
    api.failures.set('change', new TransportError('offline'));
    await chat.act.rename('a', 'Other');
    expect(first(chat)?.title).toBe('About a');
    expect(chat.state.notice).toMatchObject({ kind: 'change-failed', conversationId: 'a' });
    api.failures.set('change', new AppError('internal'));
    await chat.act.setPinned('a', true);
    expect(first(chat)?.pinned).toBe(false);
  });

  test.each(['', ' \n '])('renaming to %j does nothing', async (title) => {
    const chat = await listing('a');
    await chat.act.rename('a', title);
    expect(first(chat)?.title).toBe('About a');
    expect(api.calls.some((call) => call.startsWith('change'))).toBe(false);
  });

  test('a rename takes precedence over an earlier list and the model’s title', async () => {
    const { chat, id } = await played.asking();
    await api.stream.accept();
    const gate = Promise.withResolvers<void>();
    api.gates.set('history', gate.promise);
    api.put(id, question('q1', 'Why?'));
    const read = chat.act.loadHistory();
    await chat.act.rename(id, 'Mine');
    gate.resolve();
    await read;
    await api.stream.send({ type: 'title', title: 'Reasons' });
    expect(first(chat)?.title).toBe('Mine');
  });
});

describe('archiving', () => {
  test('an archived conversation stays open, and Undo takes it out of the archive', async () => {
    const chat = await listing('a', 'b');
    await chat.act.openThread('a');
    await chat.act.setArchived('a', true);
    expect(api.calls).toContain('change a {"archived":true}');
    expect(chat.state.deleted).toMatchObject({ id: 'a', archived: true });
    expect(chat.texts('a')).toEqual(['Why?']);
    expect(first(chat)?.archived).toBe(true);
    await chat.act.undoDelete();
    expect(api.calls).toContain('change a {"archived":false}');
    expect(chat.state.deleted).toBeNull();
    expect(first(chat)?.archived).toBe(false);
  });

  test('Undo reaches the server after the change that it takes back', async () => {
    const chat = await listing('a');
    const gate = Promise.withResolvers<void>();
    api.gates.set('change', gate.promise);
    const archived = chat.act.setArchived('a', true);
    await settled();
    const undone = chat.act.undoDelete();
    await settled();
    gate.resolve();
    await Promise.all([archived, undone]);
    expect(api.conversations.get('a')?.conversation.archived).toBe(false);
    expect(first(chat)?.archived).toBe(false);
  });

  test('a conversation that could not be archived stays in the list, without Undo', async () => {
    const chat = await listing('a');
    api.failures.set('change', new TransportError('offline'));
    await chat.act.setArchived('a', true);
    expect(first(chat)?.archived).toBe(false);
    expect(chat.state).toMatchObject({ deleted: null, notice: { kind: 'change-failed', conversationId: 'a' } });
  });

  test('a conversation that is not listed can be taken out of the archive', async () => {
    const chat = await listing('a');
    api.put('far', question('q', 'Why?'));
    await chat.act.setArchived('far', false);
    expect(api.calls).toContain('change far {"archived":false}');
    expect(chat.state).toMatchObject({ deleted: null, notice: null });
  });
});

describe('the history', () => {
  test('the history includes pinned conversations, each once, newest first', async () => {
    for (const [id, day] of [
      ['new', '03'],
      ['old', '01'],
      ['mid', '02'],
    ] as const) {
      api.put(id, question(`q${id}`, 'Why?'));
      api.pin(id, `2026-01-${day}T00:00:00.000Z`, id !== 'new');
    }
    api.beyond.add('old');
    expect(list(await played.signedIn())).toEqual(['new', 'mid', 'old']);
  });
});

describe('the title of a new conversation', () => {
  test('a title of first words is refetched once', async () => {
    const { chat, id } = await played.asking('Why is the sky blue?');
    await api.stream.accept();
    await api.stream.send({ type: 'title', title: 'Why is the sky blue?' });
    await api.stream.finish(reply('r1', { text: 'It scatters.' }));
    api.put(id, question('q1', 'Why is the sky blue?'), reply('r1', { text: 'It scatters.' }));
    const asked = () => api.calls.filter((call) => call === `conversation ${id}`).length;
    expect(asked()).toBe(0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(first(chat)?.title).toBe(`About ${id}`);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(1);
  });

  test('no title is fetched if the model gave one or the session ended', async () => {
    const { id } = await played.asking();
    await api.stream.accept();
    await api.stream.send({ type: 'title', title: 'Reasons' });
    await api.stream.finish(reply('r1', { text: 'So.' }));
    const { chat: other, id: second } = await played.asking('Hm?');
    await api.stream.accept();
    await api.stream.finish(reply('r2', { text: 'Hm.' }));
    other.act.reset('signed-out');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.calls).not.toContain(`conversation ${id}`);
    expect(api.calls).not.toContain(`conversation ${second}`);
  });
});

describe('restoring a deleted conversation', () => {
  test('a restored conversation returns to its place with its messages and draft', async () => {
    const chat = await listing('a', 'b', 'c');
    await chat.act.openThread('b');
    chat.act.setDraft('b', 'typed');
    chat.act.attach('b', [new File(['x'], 'f1.png', { type: 'image/png' })]);
    await settled();
    api.uploads[0]?.resolve(stored('f1'));
    await settled();
    await chat.act.deleteConversation('b');
    expect(chat.state.deleted?.id).toBe('b');
    expect(chat.state).toMatchObject({ drafts: {}, attachments: {} });
    await chat.act.undoDelete();
    expect(api.calls).toContain('restore b');
    expect(list(chat)).toEqual(['a', 'b', 'c']);
    expect(chat.texts('b')).toEqual(['Why?']);
    expect(chat.state).toMatchObject({ deleted: null, drafts: { b: 'typed' } });
    expect(chat.state.attachments.b?.map(({ name }) => name)).toEqual(['f1.png']);
  });

  test('a deleted conversation is shown as deleted until it is restored', async () => {
    const chat = await listing('a', 'b');
    await chat.act.deleteConversation('b');
    await chat.act.openThread('b');
    expect(chat.state.threads.b?.status).toBe('not-found');
    const undone = chat.act.undoDelete();
    await settled();
    expect(chat.state.threads.b?.status).not.toBe('not-found');
    await undone;
    expect(chat.texts('b')).toEqual(['Why?']);
  });

  test('a conversation that was restored elsewhere is never listed and shown as deleted at once', async () => {
    const chat = await listing('a');
    await chat.act.deleteConversation('a');
    await chat.act.openThread('a');
    await api.restoreConversation('a');
    const wrong: string[] = [];
    chat.store.subscribe(({ conversations, deleted, threads }) => {
      for (const { id } of conversations) if (deleted?.id === id || threads[id]?.status === 'not-found') wrong.push(id);
    });
    await chat.act.loadHistory();
    expect(list(chat)).toEqual(['a']);
    expect(chat.state.deleted).toBeNull();
    expect(wrong).toEqual([]);
  });

  test('a restore waits for the deletion', async () => {
    const chat = await listing('a');
    const gate = Promise.withResolvers<void>();
    api.gates.set('delete', gate.promise);
    const deleted = chat.act.deleteConversation('a');
    const undone = chat.act.undoDelete();
    await settled();
    expect(list(chat)).toEqual(['a']);
    expect(api.calls).not.toContain('restore a');
    gate.resolve();
    await Promise.all([deleted, undone]);
    expect(api.calls.indexOf('restore a')).toBeGreaterThan(api.calls.indexOf('delete a'));
    expect(list(chat)).toEqual(['a']);
  });

  test('a failed restore can be retried until the offer is withdrawn', async () => {
    const chat = await listing('a', 'b');
    await chat.act.deleteConversation('a');
    api.failures.set('restore', new TransportError('offline'));
    await chat.act.undoDelete();
    expect(list(chat)).toEqual(['b']);
    expect(chat.state).toMatchObject({ deleted: { id: 'a' }, notice: { kind: 'change-failed' } });
    chat.act.forgetDeleted();
    await chat.act.undoDelete();
    expect(list(chat)).toEqual(['b']);
    expect(chat.state.deleted).toBeNull();
  });

  test('a failed deletion offers no restore', async () => {
    const chat = await listing('a');
    vi.spyOn(console, 'error').mockImplementationOnce(() => {});
    api.failures.set('delete', new TransportError('offline'));
    await chat.act.deleteConversation('a');
    expect(chat.state.deleted).toBeNull();
    expect(list(chat)).toEqual(['a']);
  });
});

test('capabilities are fetched at the start and again if missing', async () => {
  const { chat, sent } = await played.asking();
  expect(chat.state.capabilities?.image).toEqual({ ok: true });
  const asked = () => api.calls.filter((call) => call === 'capabilities').length;
  expect(asked()).toBe(1);
  await api.stream.cut(new AppError('unavailable'));
  await sent;
  expect(asked()).toBe(2);
});
