import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUser, send } from '../storage/contract/samples.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { aCaller } from '../testing/a-caller.ts';
import { testWork } from '../testing/test-work.ts';
import { createFiles, type Files } from './files.ts';
import { fileIdOf } from './file-url.ts';
import { makePdf } from './testing/make-pdf.ts';
import { makePicture } from './testing/make-pictures.ts';

let storage: Storage;
let files: Files;
let userId: string;
beforeAll(async () => {
  storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const free = { consume: async () => ({ requests: 1, seconds: 1, left: 1, resetSeconds: 1 }) };
  const limits = { bytes: free, text: free };
  files = createFiles({ store: storage.files, work: testWork(), limits, now: () => 1000 });
  userId = await newUser(storage);
});
afterAll(() => storage.close());

const dataUri = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

describe('files inside a message of the spec', () => {
  it('stores files inside a message like uploads, the picture first', async () => {
    const attachments = await files.storeInlineFiles(
      userId,
      {
        base64ImageDataUri: dataUri('image/jpeg', await makePicture('jpeg')),
        documentName: 'a.pdf',
        documentContent: dataUri('application/pdf', makePdf()),
      },
      aCaller(),
    );
    expect(attachments).toMatchObject([
      { kind: 'image', name: 'picture', type: 'image/jpeg', width: 60, height: 40 },
      { kind: 'pdf', name: 'a.pdf', pages: 1 },
    ]);
    const ids = attachments.map(({ id }) => id);
    expect((await storage.files.findAll(userId, ids)).map(({ attachment }) => attachment)).toEqual(attachments);
    expect(await storage.files.text(ids[1] ?? '')).toBe('[page 1]\nHello Mira');
  });

  it.each(['words', 'data: and http://127.0.0.1/ are words too', 'data:image/png,words'])(
    'treats a document as text unless it is a data URI: %s',
    async (documentContent) => {
      const [file] = await files.storeInlineFiles(userId, { documentName: 'a.txt', documentContent }, aCaller());
      expect(file).toMatchObject({ kind: 'text', name: 'a.txt', size: documentContent.length });
      expect(await storage.files.text(file?.id ?? '')).toBe(documentContent);
    },
  );

  it('stores no files if the fields are empty', async () => {
    const nothing = { base64ImageDataUri: null, documentName: 'a.txt', documentContent: '' };
    expect(await files.storeInlineFiles(userId, nothing, aCaller())).toEqual([]);
  });

  it.each([
    [{ base64ImageDataUri: 'http://127.0.0.1/a.png' }, 'We couldn’t decode the attached file.'],
    [{ base64ImageDataUri: dataUri('text/plain', Buffer.from('a')) }, 'base64ImageDataUri: must be an image'],
    [{ documentContent: dataUri('video/mp4', Buffer.alloc(9)) }, /^Unsupported file type: video\/mp4\./],
    [{ documentContent: dataUri('application/pdf', Buffer.from('a')) }, /^This file claims to be a PDF/],
  ])('rejects files inside a message as uploads are rejected: %#', async (inline, message) => {
    await expect(files.storeInlineFiles(userId, inline, aCaller())).rejects.toThrow(message);
  });
});

describe('a picture from a model', () => {
  let conversationId: string;
  beforeAll(async () => {
    ({ conversationId } = await send(storage, userId));
  });
  const store = (bytes: Uint8Array, prompt: string) => files.storePicture({ userId, conversationId, bytes, prompt });

  it.each([
    ['a red fox.\nIn the snow', 'a red fox In the snow.png'],
    ['fox/👋 '.repeat(100), /^(fox 👋 )+fo\.png$/u],
    ['', 'picture.png'],
  ])('stores a model’s picture unchanged, named after its prompt: %#', async (prompt, name) => {
    const bytes = await makePicture('png');
    const id = fileIdOf(await store(bytes, prompt)) ?? '';
    expect(await storage.files.find(id)).toMatchObject({
      userId,
      conversationId,
      createdAt: 1000,
      attachment: { kind: 'image', name: expect.stringMatching(name), type: 'image/png', width: 60, height: 40 },
    });
    expect(Buffer.from((await storage.files.bytes(id)) ?? []).equals(bytes)).toBe(true);
  });

  it.each([Buffer.from('no image'), makePdf(), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')])(
    'rejects a model’s picture that is not an image',
    async (bytes) => {
      await expect(store(bytes, 'a fox')).rejects.toMatchObject({ code: 'model-garbled' });
    },
  );
});
