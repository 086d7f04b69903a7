import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { wordsOf } from '../../search/passages.ts';
import { aProject, newUser, NOW, turn, upload } from '../samples.ts';

const DELETED = NOW + 5;

export function contract(storage: () => Storage): void {
  async function newProject(userId: string, name = 'Thesis', time = NOW) {
    const project = { ...aProject(userId), name, createdAt: time, updatedAt: time };
    expect(await storage().projects.create(project, 99)).toBe('created');
    return project;
  }
  const talk = async (userId: string, projectId?: string, now = NOW) =>
    (await turn(storage(), userId, 'a', { now, ...(projectId && { projectId }) })).conversationId;
  const inProject = async (userId: string, projectId: string) =>
    (await storage().conversations.list(userId, { limit: 99 }, { projectId })).items.map(({ id }) => id);
  const projectOf = async (userId: string, id: string) => (await storage().conversations.find(userId, id))?.projectId;

  test('a project is created once, listed by its last change, and changed only by its user', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const { projects } = storage();
    const [first, second] = [await newProject(userId), await newProject(userId, 'Thesis', NOW + 1)];
    expect(await projects.create({ ...first, name: 'Other' }, 99)).toBe('exists');
    expect(await projects.list(userId)).toStrictEqual([second, first]);
    const change = { name: '<i>Book</i>', color: 'blue', instructions: 'Be brief.' } as const;
    expect(await projects.update(stranger, first.id, change, NOW + 2)).toBeNull();
    expect(await projects.update(userId, first.id, change, NOW + 2)).toStrictEqual({
      ...first,
      ...change,
      updatedAt: NOW + 2,
    });
    expect((await projects.list(userId)).map(({ name }) => name)).toStrictEqual(['<i>Book</i>', 'Thesis']);
    expect(await projects.list(stranger)).toStrictEqual([]);
    // Ids are made by clients, so two users may have the same one.
    expect(await projects.create({ ...first, userId: stranger }, 99)).toBe('created');
    expect(await projects.delete(stranger, first.id, 'delete', DELETED)).toBe(true);
    expect(await projects.find(userId, first.id)).toMatchObject(change);
  });

  test('a user has at most as many projects as the limit allows, however many are created at once', async () => {
    const userId = await newUser(storage());
    const create = () => storage().projects.create(aProject(userId), 3);
    await Promise.all(Array.from({ length: 5 }, create));
    expect((await storage().projects.list(userId)).length).toBeLessThanOrEqual(3);
    for (let n = 0; n < 3; n++) await create();
    expect(await storage().projects.list(userId)).toHaveLength(3);
    expect(await create()).toBe('full');
    const deleted = await newUser(storage());
    await storage().deletions.begin(deleted, NOW);
    await expect(storage().projects.create(aProject(deleted), 3)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('a conversation is in the project that it was made in or moved to, by pages, newest first', async () => {
    const userId = await newUser(storage());
    const { conversations } = storage();
    const [project, other] = [await newProject(userId), await newProject(userId)];
    const ids = [await talk(userId, project.id), await talk(userId, undefined, NOW + 1), await talk(userId)];
    const [made = '', moved = '', outside = ''] = ids;
    expect(await conversations.update(userId, moved, { projectId: project.id })).toMatchObject({
      projectId: project.id,
    });
    expect(await inProject(userId, project.id)).toStrictEqual([moved, made]);
    expect(await inProject(userId, other.id)).toStrictEqual([]);
    const page = await conversations.list(userId, { limit: 1 }, { projectId: project.id });
    const next = { limit: 1, before: page.nextBefore ?? '' };
    const rest = await conversations.list(userId, next, { projectId: project.id });
    expect([...page.items, ...rest.items].map(({ id }) => id)).toStrictEqual([moved, made]);
    expect(rest.nextBefore).toBeNull();
    // It stays in the list of all conversations, and a later message leaves it in its project.
    expect((await conversations.list(userId, { limit: 9 })).items).toHaveLength(3);
    await turn(storage(), userId, 'b', { conversationId: made, projectId: other.id, now: NOW + 9 });
    expect(await projectOf(userId, made)).toBe(project.id);
    await conversations.update(userId, made, { archived: true });
    await conversations.delete(userId, moved, NOW);
    expect(await inProject(userId, project.id)).toStrictEqual([]);
    await conversations.update(userId, made, { archived: false, projectId: null });
    expect(await conversations.find(userId, made)).not.toHaveProperty('projectId');
    expect(await projectOf(userId, outside)).toBeUndefined();
  });

  test('deleting a project keeps its conversations, and restoring it makes them its own again', async () => {
    const userId = await newUser(storage());
    const { projects } = storage();
    const project = await newProject(userId);
    const id = await talk(userId, project.id);
    expect(await projects.delete(userId, project.id, 'keep', DELETED)).toBe(true);
    expect(await projects.delete(userId, randomUUID(), 'keep', DELETED)).toBe(false);
    expect(await storage().conversations.find(userId, id)).not.toBeNull();
    expect(await projects.find(userId, project.id)).toBeNull();
    expect(await projects.update(userId, project.id, { name: 'x' }, NOW)).toBeNull();
    expect(await projects.listDeleted(userId, DELETED)).toStrictEqual([{ ...project, deletedAt: DELETED }]);
    expect(await projects.restore(userId, project.id, DELETED + 1)).toBeNull();
    expect(await projects.restore(userId, project.id, DELETED)).toStrictEqual(project);
    expect(await inProject(userId, project.id)).toStrictEqual([id]);
  });

  test('a project and its conversations are deleted and restored together', async () => {
    const userId = await newUser(storage());
    const { projects, conversations } = storage();
    const project = await newProject(userId);
    const [kept, earlier] = [await talk(userId, project.id), await talk(userId, project.id)];
    const outside = await talk(userId);
    await conversations.delete(userId, earlier, NOW);
    await projects.delete(userId, project.id, 'delete', DELETED);
    await projects.delete(userId, project.id, 'delete', DELETED + 9);
    expect((await conversations.list(userId, { limit: 9 })).items.map(({ id }) => id)).toStrictEqual([outside]);
    expect((await conversations.listDeleted(userId, { limit: 9 }, NOW)).items).toHaveLength(2);
    await projects.restore(userId, project.id, NOW);
    expect(await inProject(userId, project.id)).toStrictEqual([kept]);
    expect((await conversations.listDeleted(userId, { limit: 9 }, NOW)).items).toHaveLength(1);
  });

  test('a purge removes a deleted project for good, and its conversations forget it', async () => {
    const userId = await newUser(storage());
    const { projects } = storage();
    const [project, kept] = [await newProject(userId), await newProject(userId)];
    const id = await talk(userId, project.id);
    await projects.delete(userId, project.id, 'keep', NOW - 100);
    while ((await projects.purge(NOW - 99, 5)) > 0);
    expect(await projects.restore(userId, project.id, 0)).toBeNull();
    expect(await projectOf(userId, id)).toBeUndefined();
    expect(await projects.list(userId)).toStrictEqual([kept]);
  });

  test('a file of a project stays until it is removed, whatever conversations use it', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const { projects, files, conversations } = storage();
    const [project, other] = [await newProject(userId), await newProject(userId)];
    const [file, sent, unsent] = [
      await upload(storage(), userId, { text: 'words' }),
      await upload(storage(), userId),
      await upload(storage(), userId),
    ];
    expect(await projects.addFile(stranger, project.id, file.id)).toBe(false);
    expect(await projects.addFile(userId, randomUUID(), file.id)).toBe(false);
    expect(await projects.addFile(userId, project.id, file.id)).toBe(true);
    expect(await projects.addFile(userId, other.id, file.id)).toBe(false);
    await turn(storage(), userId, 'a', { attachments: [sent] });
    expect(await projects.addFile(userId, project.id, sent.id)).toBe(false);
    expect(await projects.fileIds(userId, project.id)).toStrictEqual([file.id]);
    expect(await projects.fileIds(stranger, project.id)).toStrictEqual([]);
    expect(await files.deleteUnsent(userId, file.id)).toBe(false);
    const { conversationId } = await turn(storage(), userId, 'b', { attachments: [file] });
    await conversations.delete(userId, conversationId, NOW);
    expect(await files.text(file.id)).toBe('words');
    await conversations.purgeDeleted(userId, [conversationId]);
    while ((await files.purgeUnsent(NOW + 9e9, 5)) > 0);
    expect(await files.find(unsent.id)).toBeNull();
    expect(await files.text(file.id)).toBe('words');
    expect(await files.bytes(file.id)).not.toBeNull();
    expect(await projects.removeFile(userId, other.id, file.id)).toBe(false);
    expect(await projects.removeFile(userId, project.id, file.id)).toBe(true);
    expect(await projects.fileIds(userId, project.id)).toStrictEqual([]);
    expect(await files.deleteUnsent(userId, file.id)).toBe(true);
    expect(await files.find(file.id)).toBeNull();
  });

  test('the files of a deleted project are kept until it is purged, and those that a conversation uses stay', async () => {
    const userId = await newUser(storage());
    const { projects, files } = storage();
    const project = await newProject(userId);
    const [file, used] = [await upload(storage(), userId), await upload(storage(), userId)];
    for (const { id } of [file, used]) await projects.addFile(userId, project.id, id);
    await turn(storage(), userId, 'a', { attachments: [used] });
    await projects.delete(userId, project.id, 'keep', NOW - 100);
    expect(await projects.fileIds(userId, project.id)).toStrictEqual([]);
    while ((await files.purgeUnsent(NOW + 9e9, 5)) > 0);
    await projects.restore(userId, project.id, 0);
    expect((await projects.fileIds(userId, project.id)).toSorted()).toStrictEqual([file.id, used.id].toSorted());
    await projects.delete(userId, project.id, 'keep', NOW - 100);
    while ((await projects.purge(NOW - 99, 5)) > 0);
    while ((await files.purgeUnsent(1, 5)) > 0);
    expect(await files.find(file.id)).toBeNull();
    expect(await files.find(used.id)).not.toBeNull();
  });

  describe('passages', () => {
    const filler = (seed: number) => Array.from({ length: 900 }, (_, at) => `plain${(at * seed) % 97}`).join(' ');
    const addText = async (userId: string, projectId: string, text: string) => {
      const { id } = await upload(storage(), userId, { text });
      expect(await storage().projects.addFile(userId, projectId, id)).toBe(true);
      return id;
    };
    const find = async (userId: string, projectId: string, question: string, limit = 9) =>
      storage().projects.passages(userId, projectId, wordsOf(question), limit);

    test('the passages with the rarest words come first, whatever their case and accents', async () => {
      const userId = await newUser(storage());
      const project = await newProject(userId);
      await addText(userId, project.id, `${filler(3)} the harbor ${filler(5)}`);
      const id = await addText(userId, project.id, `😀 ${filler(7)} The ÇINNABAR moth of the harbor ${filler(11)}`);
      const [first] = await find(userId, project.id, 'the cinnabar of the harbor');
      expect(first?.fileId).toBe(id);
      expect(first?.text).toContain('ÇINNABAR');
      expect(first?.text.length).toBeLessThan(1_300);
      expect(await find(userId, project.id, 'plain7', 2)).toHaveLength(2);
    });

    test('the passages of a file together are its text, in the order of their places', async () => {
      const userId = await newUser(storage());
      const project = await newProject(userId);
      const text = `${'moth 😀 '.repeat(700)}moth ${'y'.repeat(2_000)}${'😀'.repeat(900)} moth`;
      await addText(userId, project.id, text);
      const found = (await find(userId, project.id, 'moth', 99)).sort((a, b) => a.place - b.place);
      expect(found.length).toBeGreaterThan(3);
      expect(found.every((each) => each.text.isWellFormed() && text.includes(each.text))).toBe(true);
      expect(
        found
          .map((each) => each.text)
          .join('')
          .match(/moth/g),
      ).toHaveLength(702);
    });

    test('a question finds words of scripts without spaces, and no parts of other words', async () => {
      const userId = await newUser(storage());
      const project = await newProject(userId);
      await addText(userId, project.id, '港口的水很深。 a cart and a start');
      expect(await find(userId, project.id, '水深')).toMatchObject([
        { place: 0, text: '港口的水很深。 a cart and a start' },
      ]);
      expect(await find(userId, project.id, 'art')).toStrictEqual([]);
      expect(await find(userId, project.id, '?!')).toStrictEqual([]);
    });

    test('a project has the passages of its own files only, and none of a file that left it', async () => {
      const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
      const { projects, files } = storage();
      const [project, other] = [await newProject(userId), await newProject(userId)];
      await projects.create({ ...project, userId: stranger }, 99);
      const id = await addText(userId, project.id, 'the cinnabar moth');
      expect(await find(userId, other.id, 'cinnabar')).toStrictEqual([]);
      expect(await find(stranger, project.id, 'cinnabar')).toStrictEqual([]);
      expect(await find(userId, project.id, 'cinnabar')).toHaveLength(1);
      await projects.delete(userId, project.id, 'keep', NOW);
      expect(await find(userId, project.id, 'cinnabar')).toStrictEqual([]);
      await projects.restore(userId, project.id, 0);
      expect(await find(userId, project.id, 'cinnabar')).toHaveLength(1);
      await projects.removeFile(userId, project.id, id);
      expect(await find(userId, project.id, 'cinnabar')).toStrictEqual([]);
      expect(await projects.addFile(userId, other.id, id)).toBe(await files.find(id).then((file) => file !== null));
      expect(await find(userId, other.id, 'cinnabar')).toHaveLength(1);
    });
  });

  test('a project keeps half a surrogate pair as U+FFFD', async () => {
    const userId = await newUser(storage());
    const project = await newProject(userId, 'a\ud800b');
    expect((await storage().projects.find(userId, project.id))?.name).toBe('a\ufffdb');
  });
}
