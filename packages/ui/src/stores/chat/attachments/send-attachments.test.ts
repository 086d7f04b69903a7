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

type Chat = Awaited<ReturnType<ScriptedChat['signedIn']>>;

async function attach(chat: Chat, id: string, fileId: string) {
  chat.act.attach(id, [new File(['x'], `${fileId}.png`, { type: 'image/png' })]);
  await settled();
  api.uploads.at(-1)?.resolve(stored(fileId));
  await settled();
}

const names = (chat: Chat, id: string) => chat.state.attachments[id]?.map(({ name }) => name) ?? [];

/** Sends a message with an image and leaves it unanswered. */
async function asking(text = 'What is this?') {
  const chat = await played.signedIn();
  const id = chat.act.newConversation();
  await attach(chat, id, 'f1');
  chat.act.setDraft(id, text);
  const sent = chat.act.send(id, text);
  await settled();
  return { chat, id, sent };
}

describe('a message with an image', () => {
  test('a message with an image sends its ids, shows the local image and empties the composer', async () => {
    const { chat, id, sent } = await asking();
    expect(api.stream.request).toMatchObject({ text: 'What is this?', attachmentIds: ['f1'], selectedTool: 'normal' });
    expect(names(chat, id)).toEqual([]);
    const [key = ''] = chat.state.threads[id]?.messageIds ?? [];
    expect(chat.state.messages[key]?.attachments?.[0]).toMatchObject({
      id: 'f1',
      url: expect.stringMatching(/^blob:/),
    });
    await api.stream.accept();
    await sent;
    await api.stream.finish(reply('r1', { text: 'A cat.' }));
    expect(chat.state.attachments).toEqual({});
    expect(played.storage.items.size).toBe(0);
    api.put(id, { ...question('q1', 'What is this?'), attachments: [stored('f1')] }, reply('r1', { text: 'A cat.' }));
    await chat.act.openThread(id);
    expect(chat.state.messages[key]).toMatchObject({
      id: 'q1',
      attachments: [{ url: expect.stringMatching(/^blob:/) }],
    });
  });

  test('a message with an image needs no text', async () => {
    const { chat, id } = await asking('');
    expect(api.stream.request).toMatchObject({ text: '', attachmentIds: ['f1'] });
    expect(chat.state.conversations[0]).toMatchObject({ id, title: 'f1.png' });
  });

  test('a message waits for a running upload and is sent without a failed one', async () => {
    const chat = await played.signedIn();
    const id = chat.act.newConversation();
    await attach(chat, id, 'f1');
    chat.act.attach(id, [new File(['x'], 'f2.png', { type: 'image/png' })]);
    await settled();
    await chat.act.send(id, 'Hm');
    expect(api.streams).toHaveLength(0);
    api.uploads.at(-1)?.reject(new TransportError('cut'));
    await settled();
    void chat.act.send(id, 'Hm');
    expect(api.stream.request?.attachmentIds).toEqual(['f1']);
    expect(names(chat, id)).toEqual(['f2.png']);
  });

  test.each([
    ['offline', new TransportError('offline'), 'send-failed'],
    ['401', new AppError('unauthorized'), 'send-failed'],
    ['503', new AppError('unavailable'), 'send-failed'],
    ['a reached limit', new AppError('usage-limit-reached', { details: { ...USAGE, isLimitReached: true } }), 'limit'],
  ])('%s restores text and image to the composer, before newer attachments', async (_name, error, kind) => {
    const { chat, id, sent } = await asking();
    await attach(chat, id, 'f2');
    await api.stream.cut(error);
    await sent;
    await settled();
    expect(chat.texts(id)).toEqual([]);
    expect(chat.state.drafts[id]).toBe('What is this?');
    expect(names(chat, id)).toEqual(['f1.png', 'f2.png']);
    expect(chat.state.attachments[id]?.[0]?.previewUrl).toMatch(/^blob:/);
    expect(chat.state.notice?.kind).toBe(kind);
    expect(chat.state.usage?.isLimitReached).toBe(kind === 'limit');
    expect(api.calls.filter((call) => call === 'capabilities')).toHaveLength(error.message.includes('busy') ? 2 : 1);
    const after = await played.signedIn();
    expect(names(after, id)).toEqual(['f1.png', 'f2.png']);
  });

  test('a retry after a lost answer keeps its id, unless its files changed', async () => {
    const { chat, id } = await asking();
    const first = api.stream.request?.clientMessageId;
    await api.stream.cut();
    void chat.act.send(id, 'What is this?');
    expect(api.stream.request).toMatchObject({ clientMessageId: first, attachmentIds: ['f1'] });
    await api.stream.cut();
    await attach(chat, id, 'f2');
    void chat.act.send(id, 'What is this?');
    expect(api.stream.request?.clientMessageId).not.toBe(first);
    expect(api.stream.request?.attachmentIds).toEqual(['f1', 'f2']);
  });

  test('a stored message whose answer was lost leaves the composer', async () => {
    const { chat, id } = await asking();
    await api.stream.cut();
    api.put(id, { ...question('q1', 'What is this?'), attachments: [stored('f1')] }, reply('r1', { text: 'A cat.' }));
    chat.act.wake();
    await settled();
    expect(chat.texts(id)).toEqual(['What is this?', 'A cat.']);
    expect(chat.state).toMatchObject({ drafts: {}, attachments: {} });
    expect(played.storage.items.size).toBe(0);
  });

  test('a reload while sending resends the message with its image once, or keeps both in the composer', async () => {
    const { id } = await asking();
    const { request } = api.stream;
    const after = played.open();
    const started = after.act.start('ada');
    await settled();
    expect(api.stream.request).toEqual(request);
    await api.stream.cut(new AppError('rate-limited'));
    await started;
    expect(after.state.drafts[id]).toBe('What is this?');
    expect(names(after, id)).toEqual(['f1.png']);
  });
});

test('a new conversation whose file is gone keeps its text and files, and shows why', async () => {
  const { chat, id, sent } = await asking();
  await chat.act.openThread(id);
  const message = 'An attached file is no longer available.';
  await api.stream.cut(new AppError('not-found', { message, details: { missingFileIds: ['f1'] } }));
  await sent;
  await settled();
  expect(chat.state.threads[id]?.status).toBe('ready');
  expect(chat.state.drafts).toEqual({ [id]: 'What is this?' });
  expect(names(chat, id)).toEqual(['f1.png']);
  expect(chat.state.notice).toMatchObject({ conversationId: id, text: message });
});

describe('Image mode', () => {
  const drawn = reply('r0', { imageUrl: '/api/files/drawn', mode: 'image' });

  test('Image mode edits the last image of the thread, or draws a new one once', async () => {
    api.put('a', question('q0', 'A cat'), drawn);
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    chat.act.setMode('a', 'image');
    void chat.act.send('a', 'Make it blue');
    expect(api.stream.request).toMatchObject({ selectedTool: 'image', previousImageUrl: '/api/files/drawn' });
    await api.stream.cut(new AppError('rate-limited'));

    chat.act.setStartsNewImage('a', true);
    void chat.act.send('a', 'A dog');
    expect(api.stream.request?.previousImageUrl).toBeUndefined();
    await api.stream.cut(new AppError('rate-limited'));
    expect(chat.state.startsNewImage).toEqual({ a: true });
    void chat.act.send('a', 'A dog');
    await api.stream.accept();
    expect(chat.state.startsNewImage).toEqual({ a: false });
  });

  test('Image mode edits an image attached to an earlier message or to this one', async () => {
    api.put('a', { ...question('q0', 'What is this?'), attachments: [stored('f0')] }, reply('r0', { text: 'A cat.' }));
    const chat = await played.signedIn();
    await chat.act.openThread('a');
    chat.act.setMode('a', 'image');
    void chat.act.send('a', 'Make it blue');
    expect(api.stream.request?.previousImageUrl).toBe('/api/files/f0');
    await api.stream.cut(new AppError('rate-limited'));
    await attach(chat, 'a', 'f1');
    void chat.act.send('a', 'Make it blue');
    expect(api.stream.request?.previousImageUrl).toBeUndefined();
    expect(api.stream.request?.attachmentIds).toEqual(['f1']);
  });
});
