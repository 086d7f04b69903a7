import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { TransportError } from '../../../api/transport-error.ts';
import { question, reply, stored, USAGE } from '../../testing/scripted-samples.ts';
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

const TALK = [
  question('q1', 'One?'),
  reply('r1', { text: 'One.' }),
  question('q2', 'Two?'),
  reply('r2', { text: 'Two.' }),
  question('q3', 'Three?'),
  reply('r3', { text: 'Three.' }),
];
const TEXTS = TALK.map(({ text }) => text);

async function reading(...talk: typeof TALK) {
  api.put('a', ...(talk.length > 0 ? talk : TALK));
  const chat = await played.signedIn();
  await chat.act.openThread('a');
  return chat;
}

/** Saves an edit of the second message and leaves it unanswered. */
async function saving(text = 'Two, really?') {
  const chat = await reading();
  chat.act.beginEdit('a', 'q2');
  chat.act.setEditText(text);
  const saved = chat.act.saveEdit();
  await settled();
  return { chat, saved };
}

describe('the editor', () => {
  test('the editor opens on the last user message and closes', async () => {
    const chat = await reading();
    chat.act.beginEdit('a');
    expect(chat.state.editing).toEqual({ conversationId: 'a', messageId: 'q3', text: 'Three?' });
    chat.act.cancelEdit();
    expect(chat.state.editing).toBeNull();
    expect(played.storage.items.size).toBe(0);
    chat.act.beginEdit('a', 'r1');
    expect(chat.state.editing).toBeNull();
  });

  test.each(['  ', 'Two?', ' Two? '])('saving %j only closes the editor', async (text) => {
    const { chat, saved } = await saving(text);
    await saved;
    expect(chat.state.editing).toBeNull();
    expect(api.streams).toHaveLength(0);
    expect(chat.texts('a')).toEqual(TEXTS);
  });

  test('an open editor keeps its text when its message is opened again', async () => {
    const chat = await reading();
    chat.act.beginEdit('a', 'q3');
    chat.act.setEditText('Three, re');
    for (const messageId of [undefined, 'q3']) {
      chat.act.beginEdit('a', messageId);
      expect(chat.state.editing?.text).toBe('Three, re');
    }
    expect(chat.state.drafts).toEqual({});
  });

  test('an unsaved edit stays when the last message is opened, and moves to the composer when a chosen one is', async () => {
    const chat = await reading();
    api.put('b', question('q4', 'Four?'));
    await chat.act.openThread('b');
    chat.act.beginEdit('a', 'q2');
    chat.act.setEditText('Two, re');
    for (const id of ['a', 'b']) {
      chat.act.beginEdit(id);
      expect(chat.state.editing).toMatchObject({ messageId: 'q2', text: 'Two, re' });
    }
    chat.act.setDraft('a', 'half a thought');
    chat.act.beginEdit('b', 'q4');
    expect(chat.state.editing).toMatchObject({ messageId: 'q4', text: 'Four?' });
    expect(chat.state.drafts).toEqual({ a: 'Two, re\n\nhalf a thought' });
  });

  test.each(['  ', 'Two?'])('an edit of %j gives way to the next one', async (text) => {
    const chat = await reading();
    chat.act.beginEdit('a', 'q2');
    chat.act.setEditText(text);
    chat.act.beginEdit('a');
    expect(chat.state.editing?.messageId).toBe('q3');
    expect(chat.state.drafts).toEqual({});
  });

  test('the editor survives a reload for the same user', async () => {
    const chat = await reading();
    chat.act.beginEdit('a', 'q2');
    chat.act.setEditText('Two, re');
    const after = await played.signedIn();
    expect(after.state.editing).toEqual({ conversationId: 'a', messageId: 'q2', text: 'Two, re' });
    after.act.reset('expired');
    await after.act.start('bob');
    expect(after.state.editing).toBeNull();
  });
});

describe('saving', () => {
  test('an edit replaces the message and later ones, which stay as a version', async () => {
    const { chat, saved } = await saving();
    expect(chat.texts('a')).toEqual(['One?', 'One.', 'Two, really?', '']);
    expect(chat.state.editing).toBeNull();
    expect(api.stream.request).toEqual({
      conversationId: 'a',
      isRegeneration: true,
      originalMessageId: 'q2',
      text: 'Two, really?',
      selectedTool: 'normal',
      clientMessageId: expect.any(String),
    });
    await api.stream.accept('run', 'q2b', 'r2b');
    await saved;
    await api.stream.finish(reply('r2b', { text: 'Really.' }));
    const shown = chat.state.threads.a?.messageIds.map((key) => chat.state.messages[key]);
    expect(shown?.map((message) => message?.id)).toEqual(['q1', 'r1', 'q2b', 'r2b']);
    expect(shown?.[2]?.versionIds).toEqual(['q2', 'q2b']);
    expect(played.storage.items.size).toBe(0);
  });

  test('an edit keeps the message’s attachments and mode', async () => {
    const chat = await reading(
      { ...question('q1', 'What is this?'), mode: 'thinking', attachments: [stored('f1')] },
      reply('r1', { text: 'A cat.' }),
    );
    chat.act.beginEdit('a');
    chat.act.setEditText('Which cat is this?');
    void chat.act.saveEdit();
    await settled();
    const [key = ''] = chat.state.threads.a?.messageIds ?? [];
    expect(chat.state.messages[key]).toMatchObject({ text: 'Which cat is this?', attachments: [{ id: 'f1' }] });
    expect(api.stream.request).toMatchObject({ selectedTool: 'thinking' });
    expect(api.stream.request?.attachmentIds).toBeUndefined();
  });

  test.each([
    ['offline', new TransportError('offline'), 'edit-failed'],
    ['401', new AppError('unauthorized'), 'edit-failed'],
    ['500', new AppError('internal'), 'edit-failed'],
    ['a reached limit', new AppError('usage-limit-reached', { details: { ...USAGE, isLimitReached: true } }), 'limit'],
  ])('%s restores the branch and the editor with its text', async (_name, error, kind) => {
    const { chat, saved } = await saving();
    await api.stream.cut(error);
    await saved;
    expect(chat.texts('a')).toEqual(TEXTS);
    expect(chat.state.editing).toEqual({ conversationId: 'a', messageId: 'q2', text: 'Two, really?' });
    expect(chat.state.notice).toMatchObject({ kind, conversationId: 'a' });
    expect(chat.state.threads.a?.reply).toBeNull();
    expect((await played.signedIn()).state.editing?.text).toBe('Two, really?');
  });

  test('a retry with the same text after a lost answer is the same edit', async () => {
    const { chat } = await saving();
    const first = api.stream.request?.clientMessageId;
    await api.stream.cut();
    void chat.act.saveEdit();
    await settled();
    expect(api.stream.request?.clientMessageId).toBe(first);
    await api.stream.cut();
    chat.act.setEditText('Two, truly?');
    void chat.act.saveEdit();
    await settled();
    expect(api.stream.request?.clientMessageId).not.toBe(first);
  });

  test('a stored edit whose answer was lost is found and leaves the editor', async () => {
    const { chat } = await saving();
    await api.stream.cut();
    api.put('a', ...TALK.slice(0, 2), question('q2b', 'Two, really?'), reply('r2b', { text: 'Really.' }));
    chat.act.wake();
    await settled();
    expect(chat.texts('a')).toEqual(['One?', 'One.', 'Two, really?', 'Really.']);
    expect(chat.state.editing).toBeNull();
    expect(played.storage.items.size).toBe(0);
  });

  test('equal text in a later message does not prove that the edit arrived', async () => {
    const { chat } = await saving('Three?');
    await api.stream.cut();
    chat.act.wake();
    await settled();
    expect(chat.state.editing?.text).toBe('Three?');
  });

  test('a reload while saving resends the edit once under its id, or reopens the editor', async () => {
    await saving();
    const { request } = api.stream;
    const after = played.open();
    const started = after.act.start('ada');
    await settled();
    expect(api.streams).toHaveLength(2);
    expect(api.stream.request).toEqual(request);
    expect(after.state.editing).toBeNull();
    await api.stream.cut(new AppError('rate-limited'));
    await started;
    expect(after.state.editing).toEqual({ conversationId: 'a', messageId: 'q2', text: 'Two, really?' });
    expect(after.state.drafts).toEqual({});
  });

  test('the text of a failed edit goes to the composer if another message is being edited', async () => {
    const { chat, saved } = await saving();
    chat.act.beginEdit('a', 'q1');
    await api.stream.cut();
    await saved;
    expect(chat.state.editing).toMatchObject({ messageId: 'q1', text: 'One?' });
    expect(chat.state.drafts.a).toBe('Two, really?');
  });

  test('an edit whose reply ends empty is reverted: the old branch and the editor are restored', async () => {
    const { chat } = await saving();
    await api.stream.accept('run', 'q2b', 'r2b');
    await api.stream.send({ type: 'error', code: 'model-failed', error: 'It broke.' });
    await settled();
    expect(chat.texts('a')).toEqual(TEXTS);
    expect(chat.state.editing?.text).toBe('Two, really?');
    expect(chat.state.notice).toMatchObject({ kind: 'edit-failed', text: 'It broke.' });
  });
});

describe('saving while a reply is being written', () => {
  async function savingEarly() {
    const chat = await reading();
    void chat.act.send('a', 'Four?');
    await api.stream.accept('run', 'q4', 'r4');
    const { stream } = api;
    chat.act.beginEdit('a', 'q2');
    chat.act.setEditText('Two, really?');
    return { chat, stream };
  }

  test('saving first stops a running reply', async () => {
    const { chat, stream } = await savingEarly();
    void chat.act.saveEdit();
    void chat.act.saveEdit();
    await settled();
    expect(api.calls).toContain('stop run');
    expect(api.streams).toHaveLength(1);
    await stream.finish(reply('r4', { text: 'Fo', status: 'stopped' }));
    await settled();
    expect(api.streams).toHaveLength(2);
    expect(chat.texts('a')).toEqual(['One?', 'One.', 'Two, really?', '']);
  });

  test('a failed stop keeps the editor open and shows a notice', async () => {
    const { chat } = await savingEarly();
    api.failures.set('stop', new TransportError('offline'));
    await chat.act.saveEdit();
    expect(api.streams).toHaveLength(1);
    expect(chat.state.editing?.text).toBe('Two, really?');
    expect(chat.state.notice?.kind).toBe('stop-failed');
  });
});
