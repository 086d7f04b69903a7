import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { TransportError } from '../../../api/transport-error.ts';
import { stored } from '../../testing/scripted-samples.ts';
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

const MB = 1024 * 1024;

function file(name: string, type: string, size = 3): File {
  return new File([new Uint8Array(size)], name, { type });
}
const picture = (name: string) => file(name, 'image/png');

async function withBox() {
  const chat = await played.signedIn();
  const id = chat.act.newConversation();
  return {
    chat,
    id,
    box: () => chat.state.attachments[id] ?? [],
    attach: async (...files: File[]) => {
      const alerts = chat.act.attach(id, files);
      await settled();
      return alerts;
    },
  };
}

async function resolveUpload(index: number, ...answer: Parameters<typeof stored>) {
  api.uploads[index]?.resolve(stored(...answer));
  await settled();
}

async function rejectUpload(index: number, error: Error) {
  api.uploads[index]?.reject(error);
  await settled();
}

describe('attaching files', () => {
  test.each([
    [
      'a video',
      file('a.mp4', 'video/mp4'),
      'Unsupported file type: video/mp4. Please upload images, .txt, or .pdf files.',
    ],
    [
      'an archive',
      file('a.zip', 'application/zip'),
      'Unsupported file type: application/zip. Please upload images, .txt, or .pdf files.',
    ],
    ['nothing', file('a.txt', 'text/plain', 0), 'This file is empty.'],
    ['a long text', file('a.txt', 'text/plain', 5 * MB + 1), 'Text files can be up to 5 MB.'],
    ['a large workbook', file('a.xlsx', '', 20 * MB + 1), 'Documents can be up to 20 MB.'],
    ['a large picture', file('a.png', 'image/png', 10 * MB + 1), 'Images can be up to 10 MB.'],
  ])('rejects %s', async (_name, refused, sentence) => {
    const { attach, box } = await withBox();
    expect(await attach(refused)).toEqual([sentence]);
    expect(box()).toEqual([]);
    expect(api.uploads).toEqual([]);
  });

  test('at most five files can be attached, and each reason is given once', async () => {
    const { attach, box } = await withBox();
    const files = [1, 2, 3, 4, 5, 6, 7].map((number) => picture(`${number}.png`));
    expect(await attach(file('a', 'video/mp4'), file('b', 'video/mp4'), ...files)).toEqual([
      'Unsupported file type: video/mp4. Please upload images, .txt, or .pdf files.',
      'You can attach up to 5 files. Not attached: 6.png, 7.png.',
    ]);
    expect(box()).toHaveLength(5);
  });
});

test('of many files that are too many, the first are named', async () => {
  const { attach } = await withBox();
  const files = Array.from({ length: 12 }, (_, index) => picture(`${index + 1}.png`));
  expect(await attach(...files)).toEqual([
    'You can attach up to 5 files. Not attached: 6.png, 7.png, 8.png, 9.png, 10.png, 2 more.',
  ]);
});

describe('uploading', () => {
  test('two files upload at a time, in order, with progress', async () => {
    const { attach, box } = await withBox();
    await attach(picture('1.png'), picture('2.png'), file('3.txt', 'text/plain'));
    expect(api.uploads.map(({ file: { name } }) => name)).toEqual(['1.png', '2.png']);
    api.uploads[0]?.onProgress(0.5);
    expect(box()[0]).toMatchObject({ status: 'uploading', progress: 0.5, name: '1.png', kind: 'image' });
    expect(box()[0]?.previewUrl).toMatch(/^blob:/);
    await resolveUpload(0, 'f1');
    expect(box()[0]).toMatchObject({ status: 'ready', progress: 1, attachment: { id: 'f1' } });
    expect(box()[2]).toMatchObject({ kind: 'text', previewUrl: null });
    expect(api.uploads).toHaveLength(3);
  });

  test.each([
    ['a lost connection', new TransportError('cut'), true],
    ['a busy server', new AppError('unavailable'), true],
    ['too many requests', new AppError('rate-limited'), true],
    ['invalid content', new AppError('unsupported-type', { message: 'This is no picture.' }), false],
  ])('%s fails the upload; a retry may help: %s', async (_name, error, canRetry) => {
    const { attach, box, chat, id } = await withBox();
    await attach(picture('1.png'));
    await rejectUpload(0, error);
    expect(box()[0]).toMatchObject({ status: 'failed', canRetry });
    expect(box()[0]?.error).toBeTruthy();
    chat.act.retryUpload(id, box()[0]?.key ?? '');
    await settled();
    expect(box()[0]).toMatchObject({ status: 'uploading', error: null, progress: 0 });
    await resolveUpload(1, 'f1');
    expect(box()[0]?.status).toBe('ready');
  });

  test('an upload can be retried after its chunk failed to load', async () => {
    const { attach, box, chat, id } = await withBox();
    const { loadLazyActions } = played;
    played.loadLazyActions = () => Promise.reject(new TypeError('Failed to fetch'));
    await attach(picture('1.png'));
    expect(box()[0]).toMatchObject({ status: 'failed', canRetry: true });
    await chat.act.rename(id, 'Name');
    expect(chat.state.notice?.kind).toBe('change-failed');
    played.loadLazyActions = loadLazyActions;
    chat.act.retryUpload(id, box()[0]?.key ?? '');
    await settled();
    expect(api.uploads).toHaveLength(1);
  });

  test('a removed file is aborted, or deleted from the server, and the next upload starts', async () => {
    const { attach, box, chat, id } = await withBox();
    await attach(picture('1.png'), picture('2.png'), picture('3.png'));
    chat.act.removeAttachment(id, box()[0]?.key ?? '');
    await settled();
    await settled();
    expect(api.uploads[0]?.signal.aborted).toBe(true);
    expect(api.uploads.map(({ file: { name } }) => name)).toEqual(['1.png', '2.png', '3.png']);
    await resolveUpload(1, 'f2');
    chat.act.removeAttachment(id, box()[0]?.key ?? '');
    await settled();
    expect(api.calls).toContain('deleteUpload f2');
    expect(box().map(({ name }) => name)).toEqual(['3.png']);
  });
});

describe('unsent attachments', () => {
  test('an uploaded attachment survives a reload', async () => {
    const { attach, chat, id } = await withBox();
    chat.act.setDraft(id, 'typed');
    await attach(picture('1.png'), file('2.txt', 'text/plain'), picture('3.png'));
    await resolveUpload(0, 'f1');
    await resolveUpload(1, 'f2', { kind: 'text', name: '2.txt', type: 'text/plain' });
    const after = await played.signedIn();
    expect(after.state.attachments[id]).toMatchObject([
      { status: 'ready', name: 'f1.png', previewUrl: '/api/files/f1' },
      { status: 'ready', name: '2.txt', previewUrl: null },
    ]);
    await after.act.openThread(id);
    expect(after.state.threads[id]?.status).toBe('ready');
    expect(after.act.newConversation()).not.toBe(id);
  });

  test('an attachment whose session expired during upload stays for the same user only', async () => {
    const { attach, box, chat, id } = await withBox();
    await attach(picture('1.png'), picture('2.png'), picture('3.png'));
    await resolveUpload(0, 'f1');
    // Like the API client: the session ends first, then the call rejects.
    chat.act.reset('expired');
    await rejectUpload(1, new AppError('unauthorized'));
    expect(box().map(({ status, canRetry }) => [status, canRetry])).toEqual([
      ['ready', false],
      ['failed', true],
      ['failed', true],
    ]);
    await chat.act.start('ada');
    expect(box()).toHaveLength(3);
    chat.act.retryUpload(id, box()[1]?.key ?? '');
    await settled();
    await resolveUpload(api.uploads.length - 1, 'f2');
    expect(box()[1]?.status).toBe('ready');
    chat.act.reset('expired');
    await chat.act.start('bob');
    expect(chat.state.attachments).toEqual({});
  });

  test('a sign-out removes attachments and aborts uploads', async () => {
    const { attach, chat } = await withBox();
    await attach(picture('1.png'), picture('2.png'));
    await resolveUpload(0, 'f1');
    chat.act.reset('signed-out');
    expect(api.uploads[1]?.signal.aborted).toBe(true);
    expect(chat.state.attachments).toEqual({});
    expect(played.storage.items.size).toBe(0);
  });
});
