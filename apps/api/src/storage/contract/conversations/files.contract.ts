import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aMessage, anAttachment, newUser, NOW, send, shown, turn, upload } from '../samples.ts';

export function contract(storage: () => Storage): void {
  const isThere = async (id: string) => (await storage().files.bytes(id)) !== null;

  test('a file is read back as stored by anyone who knows its id', async () => {
    const userId = await newUser(storage());
    const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256);
    const attachment = anAttachment({ kind: 'pdf', name: 'ü "x".pdf', pages: 3, isScanned: true });
    const file = { attachment, userId, conversationId: null, createdAt: NOW };
    await storage().files.create(file, bytes, 'text\u0000 of 😀');
    expect(await storage().files.find(attachment.id)).toStrictEqual(file);
    expect(await storage().files.bytes(attachment.id)).toStrictEqual(bytes);
    expect(await storage().files.text(attachment.id)).toBe('text\u0000 of 😀');
    const picture = await upload(storage(), userId, { bytes: new Uint8Array() });
    expect(await storage().files.bytes(picture.id)).toStrictEqual(new Uint8Array());
    expect(await storage().files.text(picture.id)).toBeNull();
  });

  test('changing the given bytes or the read bytes does not change the stored file', async () => {
    const userId = await newUser(storage());
    const bytes = new Uint8Array([7, 8]);
    const { id } = await upload(storage(), userId, { bytes });
    bytes[0] = 0;
    (await storage().files.bytes(id))?.fill(0);
    expect(await storage().files.bytes(id)).toStrictEqual(new Uint8Array([7, 8]));
  });

  test.each(['unknown', '', '..', '../../etc/passwd', 'a/b', 'a\u0000b', '.%2e', 'x'.repeat(5000)])(
    'the id %j is unknown, whatever it looks like',
    async (id) => {
      const userId = await newUser(storage());
      expect(await storage().files.find(id)).toBeNull();
      expect(await storage().files.bytes(id)).toBeNull();
      expect(await storage().files.text(id)).toBeNull();
      expect(await storage().files.findAll(userId, [id])).toStrictEqual([]);
      expect(await storage().files.deleteUnsent(userId, id)).toBe(false);
    },
  );

  test.each(['', 'ab', '../up', 'a/b', 'a.b', 'ä__', 'x'.repeat(101)])(
    'the id %j is rejected for a new file',
    async (id) => {
      const userId = await newUser(storage());
      await expect(upload(storage(), userId, { attachment: anAttachment({ id }) })).rejects.toThrow();
      expect(await storage().files.find(id)).toBeNull();
    },
  );

  test('a second file with an existing id is rejected, and the first stays', async () => {
    const userId = await newUser(storage());
    const attachment = await upload(storage(), userId);
    await expect(upload(storage(), userId, { attachment, bytes: new Uint8Array([9]) })).rejects.toThrow();
    expect(await storage().files.bytes(attachment.id)).toStrictEqual(new Uint8Array([1, 2, 3]));
  });

  test('a lookup of several files returns those of the user, in the requested order', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const [one, two] = [await upload(storage(), userId), await upload(storage(), userId)];
    const { id: foreign } = await upload(storage(), stranger);
    const found = await storage().files.findAll(userId, [two.id, foreign, 'unknown', one.id]);
    expect(found.map(({ attachment }) => attachment)).toStrictEqual([two, one]);
  });

  test('a picture for a conversation that is gone is rejected and leaves nothing', async () => {
    const { files, conversations } = storage();
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const { conversationId: purged } = await turn(storage(), userId, 'tea');
    const { conversationId: foreign } = await turn(storage(), stranger, 'tea');
    await conversations.delete(userId, purged, NOW);
    expect(await conversations.purgeDeleted(userId, [purged])).toStrictEqual([purged]);
    for (const conversationId of [purged, foreign]) {
      const file = { attachment: anAttachment(), userId, conversationId, createdAt: NOW };
      await expect(files.create(file, new Uint8Array([1]), null)).rejects.toMatchObject({ code: 'not-found' });
      expect(await files.keptBytes(userId, file.attachment.id)).toBeNull();
    }
    expect(await files.list(userId, { limit: 9 })).toStrictEqual([]);
  });

  test('the library lists pictures and other files of conversations, newest first, page by page', async () => {
    const { files, conversations } = storage();
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    await upload(storage(), stranger, { attachment: anAttachment() });
    const { conversationId } = await turn(storage(), userId, 'tea');
    const { conversationId: deleted } = await turn(storage(), userId, 'cake');
    const store = async (id: string | null, createdAt: number, changes: object = {}) => {
      const attachment = anAttachment(changes);
      await files.create({ attachment, userId, conversationId: id, createdAt }, new Uint8Array([1]), null);
      return attachment.id;
    };
    const old = await store(conversationId, NOW);
    // Two of the same moment are listed once each, too.
    const newest = [await store(conversationId, NOW + 2), await store(conversationId, NOW + 2)].sort().reverse();
    const plan = await store(conversationId, NOW + 1, { kind: 'pdf', name: 'plan.pdf' });
    await store(null, NOW + 3);
    const hidden = await store(deleted, NOW + 3);
    await conversations.delete(userId, deleted, NOW);
    const list = (pictures: boolean, limit: number, before?: { createdAt: number; id: string }) =>
      files.library(userId, { pictures, limit, ...(before && { before }) });
    const ids = async (...page: Parameters<typeof list>) =>
      (await list(...page)).map(({ attachment }) => attachment.id);
    expect(await ids(true, 9)).toEqual([...newest, old]);
    expect(await ids(false, 9)).toEqual([plan]);
    const [first] = await list(true, 1);
    expect([first?.attachment.id, first?.conversationId, first?.userId]).toEqual([newest[0], conversationId, userId]);
    expect(await ids(true, 1, { createdAt: NOW + 2, id: newest[0] ?? '' })).toEqual([newest[1]]);
    expect(await ids(true, 9, { createdAt: NOW + 2, id: newest[1] ?? '' })).toEqual([old]);
    expect(await ids(true, 9, { createdAt: NOW, id: old })).toEqual([]);
    await conversations.restore(userId, deleted, NOW);
    expect((await ids(true, 1))[0]).toBe(hidden);
  });

  test('the export lists all of a user’s stored files by id, page by page, and only to that user', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    await upload(storage(), stranger);
    const sent = await upload(storage(), userId);
    const hidden = await upload(storage(), userId);
    const unsent = await upload(storage(), userId);
    await turn(storage(), userId, 'a', { attachments: [sent] });
    const { conversationId } = await turn(storage(), userId, 'b', { attachments: [hidden] });
    await storage().conversations.delete(userId, conversationId, NOW);
    const [first = '', second = '', third = ''] = [sent.id, hidden.id, unsent.id].sort();
    const ids = async (page: { limit: number; after?: string }) =>
      (await storage().files.list(userId, page)).map(({ attachment }) => attachment.id);
    expect(await ids({ limit: 9 })).toStrictEqual([first, second, third]);
    expect(await ids({ limit: 2 })).toStrictEqual([first, second]);
    expect(await ids({ limit: 2, after: second })).toStrictEqual([third]);
    expect(await ids({ limit: 2, after: third })).toStrictEqual([]);
    for (const id of [first, second, third]) {
      expect(await storage().files.keptBytes(userId, id)).toStrictEqual(new Uint8Array([1, 2, 3]));
      expect(await storage().files.keptBytes(stranger, id)).toBeNull();
    }
    expect(await storage().files.keptBytes(userId, 'unknown')).toBeNull();
    await storage().conversations.purge(NOW + 1, 99);
    expect(await storage().files.keptBytes(userId, hidden.id)).toBeNull();
    expect(await ids({ limit: 9 })).toStrictEqual([sent.id, unsent.id].sort());
  });

  test('the attachments of a question are read back with it, and their files join the conversation', async () => {
    const userId = await newUser(storage());
    const document = await upload(storage(), userId, { attachment: anAttachment({ kind: 'text', name: 'a.txt' }) });
    const picture = await upload(storage(), userId);
    const attachments = [document, picture];
    const { conversationId, userMessageId } = await turn(storage(), userId, '', {
      attachments,
      previousImageUrl: '/api/files/earlier',
    });
    const [question] = await shown(storage(), userId, conversationId);
    const names = { attachedImageUri: picture.url, attachedDocumentName: 'a.txt' };
    expect(question).toMatchObject({ text: '', attachments, ...names, previousImageUrl: '/api/files/earlier' });
    expect(await storage().replies.message(userId, userMessageId)).toStrictEqual(question);
    for (const { id } of attachments) {
      expect(await storage().files.find(id)).toMatchObject({ conversationId });
      expect(await storage().files.deleteUnsent(userId, id)).toBe(false);
    }
  });

  test('a replacing question keeps the attachments and the picture unless new ones are given', async () => {
    const userId = await newUser(storage());
    const [one, two] = [await upload(storage(), userId), await upload(storage(), userId)];
    const given = { attachments: [one], previousImageUrl: '/api/files/earlier' };
    let last = await turn(storage(), userId, 'a', given);
    const { conversationId } = last;
    const edit = async (changes: object) => {
      last = await turn(storage(), userId, 'b', { conversationId, replaces: last.userMessageId, ...changes });
      return storage().replies.message(userId, last.userMessageId);
    };
    expect(await edit({})).toMatchObject(given);
    const others = { attachments: [two, one], previousImageUrl: '/api/files/other' };
    expect(await edit(others)).toMatchObject(others);
    const bare = await edit({ attachments: [] });
    expect(bare).not.toHaveProperty('attachments');
    expect(bare).not.toHaveProperty('attachedImageUri');
    last = await turn(storage(), userId, 'next', { conversationId });
    expect(await storage().replies.message(userId, last.userMessageId)).not.toHaveProperty('previousImageUrl');
  });

  test('an attachment that is not the user’s file rejects the message and stores nothing', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const mine = await upload(storage(), userId);
    const usageRule = { limit: 5, windowLength: 1000 };
    for (const bad of [await upload(storage(), stranger), anAttachment()]) {
      const request = aMessage(userId, { attachments: [mine, bad], usageRule });
      expect(await storage().replies.accept(request)).toStrictEqual({ outcome: 'not-found' });
      expect(await storage().conversations.find(userId, request.conversationId)).toBeNull();
    }
    expect(await storage().usage.window(userId)).toBeNull();
    expect(await storage().files.find(mine.id)).toMatchObject({ conversationId: null });
  });

  test('an unsent upload can be deleted only by its user', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const { id } = await upload(storage(), userId, { text: 'x' });
    expect(await storage().files.deleteUnsent(stranger, id)).toBe(false);
    expect(await isThere(id)).toBe(true);
    expect(await storage().files.deleteUnsent(userId, id)).toBe(true);
    expect(await storage().files.deleteUnsent(userId, id)).toBe(false);
    expect(await storage().files.find(id)).toBeNull();
    expect(await isThere(id)).toBe(false);
    expect(await storage().files.text(id)).toBeNull();
  });

  test('a purge removes old unsent uploads, up to its limit', async () => {
    const userId = await newUser(storage());
    const old: string[] = [];
    for (let n = 0; n < 5; n++) old.push((await upload(storage(), userId, { createdAt: NOW - 1 })).id);
    const fresh = await upload(storage(), userId, { createdAt: NOW });
    const sent = await upload(storage(), userId, { createdAt: NOW - 9 });
    await send(storage(), userId, { attachments: [sent] });
    for (const count of [3, 2, 0]) expect(await storage().files.purgeUnsent(NOW, 3)).toBe(count);
    for (const id of old) expect(await isThere(id)).toBe(false);
    for (const { id } of [fresh, sent]) expect(await isThere(id)).toBe(true);
  });

  test('the files of a deleted conversation are hidden, restored with it, and purged with it', async () => {
    const userId = await newUser(storage());
    const attachment = await upload(storage(), userId, { text: 'x' });
    const { conversationId } = await turn(storage(), userId, 'a', { attachments: [attachment] });
    const made = await upload(storage(), userId, { conversationId });
    expect(await storage().files.find(made.id)).toMatchObject({ conversationId });
    expect(await storage().files.deleteUnsent(userId, made.id)).toBe(false);
    const ids = [attachment.id, made.id];
    const { conversations, files } = storage();
    await conversations.delete(userId, conversationId, NOW);
    for (const id of ids) {
      expect([await files.find(id), await files.bytes(id), await files.text(id)]).toStrictEqual([null, null, null]);
    }
    expect(await files.findAll(userId, ids)).toStrictEqual([]);
    await conversations.restore(userId, conversationId, NOW);
    for (const id of ids) expect(await isThere(id)).toBe(true);
    expect(await files.text(attachment.id)).toBe('x');
    await conversations.delete(userId, conversationId, NOW);
    expect(await conversations.purge(NOW + 1, 9)).toBe(1);
    expect(await conversations.restore(userId, conversationId, NOW)).toBeNull();
    for (const id of ids) expect(await isThere(id)).toBe(false);
  });

  test('a picture of a purged conversation is rejected and not stored', async () => {
    const userId = await newUser(storage());
    const { conversationId } = await turn(storage(), userId, 'a');
    await storage().conversations.delete(userId, conversationId, NOW);
    await storage().conversations.purgeDeleted(userId, [conversationId]);
    await expect(upload(storage(), userId, { conversationId })).rejects.toThrow();
    expect(await storage().files.list(userId, { limit: 9 })).toStrictEqual([]);
  });

  test('a file used by several conversations is removed with the last of them', async () => {
    const userId = await newUser(storage());
    const attachment = await upload(storage(), userId);
    const { id } = attachment;
    const first = await turn(storage(), userId, 'a', { attachments: [attachment] });
    const second = await turn(storage(), userId, 'b', { attachments: [attachment] });
    const third = await turn(storage(), userId, 'c', { previousImageUrl: `/api/files/${id}` });
    const { conversations, files } = storage();
    expect(await files.find(id)).toMatchObject({ conversationId: first.conversationId });
    for (const reply of [first, second]) {
      await conversations.delete(userId, reply.conversationId, NOW);
      expect(await isThere(id)).toBe(true);
      await conversations.purge(NOW + 1, 9);
      expect(await isThere(id)).toBe(true);
    }
    expect(await files.find(id)).toMatchObject({ conversationId: third.conversationId });
    await conversations.delete(userId, third.conversationId, NOW);
    expect(await isThere(id)).toBe(false);
    await conversations.purge(NOW + 1, 9);
    expect(await files.find(id)).toBeNull();
  });

  test('naming the address of another user’s picture does not claim the file', async () => {
    const [userId, owner] = [await newUser(storage()), await newUser(storage())];
    const { conversationId } = await turn(storage(), owner, 'a');
    const { id, url } = await upload(storage(), owner, { conversationId });
    await turn(storage(), userId, 'b', { previousImageUrl: url, conversationId: randomUUID() });
    await storage().conversations.delete(owner, conversationId, NOW);
    expect(await storage().files.find(id)).toBeNull();
  });
}
