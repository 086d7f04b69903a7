import { randomUUID } from 'node:crypto';
import { AppError, failReply, type Message } from '@parley/core';
import { expect, test } from 'vitest';
import type { ImportRecord, Storage } from '../../storage.ts';
import {
  aMessage,
  branch,
  completed,
  end,
  failed,
  newUser,
  NOW,
  searchIndexed,
  send,
  shown,
  turn,
  upload,
} from '../samples.ts';

/** A record whose messages are chained, unless their parent is given by its index. */
export function anImport(
  texts: (string | [text: string, parent: number])[],
  changes: Partial<ImportRecord['conversation']> & { fileIds?: string[] } = {},
): ImportRecord {
  const { fileIds = [], ...fields } = changes;
  const id = fields.id ?? randomUUID();
  const idOf = (index: number) => `${id}-${index}`;
  const messages = texts.map((given, index) => {
    const [text, parent] = typeof given === 'string' ? [given, index - 1] : given;
    const isUser = text.startsWith('q');
    const timestamp = new Date(NOW - 1000 + index).toISOString();
    const message: Message = { id: idOf(index), text, isUser, timestamp, status: 'complete' };
    return { parentId: parent < 0 ? null : idOf(parent), message };
  });
  const flags = { webSearchEnabled: false, thinkingModeEnabled: false, pinned: false, archived: false };
  const conversation = { id, title: 'Imported', ...flags, updatedAt: new Date(NOW - 500).toISOString(), ...IMPORT };
  return { conversation: { ...conversation, ...fields }, messages, leafId: idOf(texts.length - 1), fileIds };
}

const IMPORT = { importedFrom: 'chatgpt', importId: randomUUID() } as const;

export function contract(storage: () => Storage): void {
  const add = (userId: string, ...records: ImportRecord[]) => storage().conversations.import(userId, records, NOW);

  test('an imported conversation is listed at its date, found by the search, and has its versions', async () => {
    const userId = await newUser(storage());
    const newer = await turn(storage(), userId, 'newer');
    const record = anImport(['q walnut', 'a one', ['a two', 0]], { title: 'Old Hazel', pinned: true });
    expect(await add(userId, record)).toStrictEqual(['new']);
    const { id } = record.conversation;
    expect(await storage().conversations.find(userId, id)).toStrictEqual({ ...record.conversation, unread: false });
    const { items } = await storage().conversations.list(userId, { limit: 9 });
    expect(items.map((each) => each.id)).toStrictEqual([newer.conversationId, id]);
    const messages = await shown(storage(), userId, id);
    expect(messages.map(({ text }) => text)).toStrictEqual(['q walnut', 'a two']);
    expect(messages[1]?.versionIds).toStrictEqual([`${id}-1`, `${id}-2`]);
    expect(await storage().conversations.tree(userId, id)).toHaveLength(3);
    for (const word of ['walnut', 'hazel']) expect(await searchIndexed(storage(), userId, word)).toHaveLength(1);
    expect(await storage().usage.window(userId)).toBeNull();
  });

  test('a copy that comes from no export names no product and no import', async () => {
    const userId = await newUser(storage());
    const { conversation, ...rest } = anImport(['q1', 'a1']);
    const { importedFrom: _from, importId: _import, ...copied } = conversation;
    expect(await add(userId, { ...rest, conversation: copied })).toStrictEqual(['new']);
    expect(await add(userId, { ...rest, conversation: copied })).toStrictEqual(['same']);
    expect(await storage().conversations.find(userId, copied.id)).toStrictEqual({ ...copied, unread: false });
    expect(await storage().conversations.listImports(userId)).toStrictEqual([]);
  });

  test('replies that failed elsewhere are no failures of this server', async () => {
    const userId = await newUser(storage());
    const record = anImport(['q', 'a', 'q again']);
    const [question, answer, next] = record.messages;
    if (!question || !answer || !next) throw new Error('The import is too short.');
    const failure = { ...failReply(answer.message, 'model-failed', 'It failed.'), status: 'failed' as const };
    await add(userId, { ...record, messages: [question, { ...answer, message: failure }, next] });
    expect((await shown(storage(), userId, record.conversation.id))[1]).toMatchObject({ errorCode: 'model-failed' });
    expect(await storage().replies.failures(userId, 9)).toStrictEqual([]);
    const sent = await send(storage(), userId, { conversationId: record.conversation.id });
    await end(storage(), sent, failed(sent, ''));
    expect(await storage().replies.failures(userId, 9)).toHaveLength(1);
  });

  test('conversations from before 1970 are listed page by page, too', async () => {
    const userId = await newUser(storage());
    const records = [3, 2, 1].map((day) =>
      anImport(['q'], { updatedAt: new Date(Date.UTC(1969, 0, day)).toISOString() }),
    );
    await add(userId, ...records);
    const listed: string[] = [];
    let before: string | null | undefined;
    while (before !== null) {
      const page = await storage().conversations.list(userId, { limit: 1, ...(before && { before }) });
      listed.push(...page.items.map(({ id }) => id));
      before = page.nextBefore;
    }
    expect(listed).toStrictEqual(records.map(({ conversation }) => conversation.id));
  });

  test('a second import changes nothing, and a grown one adds what is missing', async () => {
    const userId = await newUser(storage());
    const record = anImport(['q1', 'a1']);
    const { id } = record.conversation;
    expect(await add(userId, record, record)).toStrictEqual(['new', 'same']);
    await storage().conversations.update(userId, id, { title: 'By hand' });
    const grown = anImport(['q1', 'a1', 'q2', 'a2', ['a1 otherwise', 0], ['q3', 3]], { id, title: 'Other' });
    expect(await add(userId, grown)).toStrictEqual(['grown']);
    expect(await branch(storage(), userId, id)).toStrictEqual(['q1', 'a1', 'q2', 'a2', 'q3']);
    expect((await shown(storage(), userId, id))[1]?.versionIds).toHaveLength(2);
    expect((await storage().conversations.find(userId, id))?.title).toBe('By hand');
    expect(await add(userId, grown)).toStrictEqual(['same']);
    expect(await add(userId, record)).toStrictEqual(['same']);
    expect(await searchIndexed(storage(), userId, 'q3')).toHaveLength(1);
  });

  test('a conversation that was continued here keeps its branch when the import has grown', async () => {
    const userId = await newUser(storage());
    const record = anImport(['q1', 'a1']);
    const { id } = record.conversation;
    await add(userId, record);
    await turn(storage(), userId, 'mine', { conversationId: id });
    const mine = await branch(storage(), userId, id);
    expect(mine).toStrictEqual(['q1', 'a1', 'mine', 'answer to mine']);
    expect(await add(userId, anImport(['q1', 'a1', 'q2', 'a2'], { id }))).toStrictEqual(['grown']);
    expect(await branch(storage(), userId, id)).toStrictEqual(mine);
    expect((await shown(storage(), userId, id))[2]?.versionIds).toHaveLength(2);
    await turn(storage(), userId, 'more', { conversationId: id });
    expect(await branch(storage(), userId, id)).toStrictEqual([...mine, 'more', 'answer to more']);
    expect(await storage().conversations.tree(userId, id)).toHaveLength(8);
  });

  test('the ids of a conversation’s messages are known to its user alone, until it is purged', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const record = anImport(['q1', 'a1', ['a1 otherwise', 0]]);
    const { id } = record.conversation;
    const read = async (by = userId) => {
      const found = await storage().conversations.messageIds(by, id);
      return found && { ...found, ids: found.ids.toSorted() };
    };
    expect(await read()).toBeNull();
    await add(userId, record);
    const ids = record.messages.map(({ message }) => message.id);
    expect(await read()).toStrictEqual({ ids, isDeleted: false });
    expect(await read(stranger)).toBeNull();
    await storage().conversations.delete(userId, id, NOW);
    expect(await read()).toStrictEqual({ ids, isDeleted: true });
    await storage().conversations.purgeDeleted(userId, [id]);
    expect(await read()).toBeNull();
  });

  test('a conversation with a running reply grows only after its end', async () => {
    const userId = await newUser(storage());
    const record = anImport(['q1', 'a1']);
    const { id } = record.conversation;
    await add(userId, record);
    const reply = await send(storage(), userId, { conversationId: id });
    const grown = anImport(['q1', 'a1', 'q2'], { id });
    expect(await add(userId, grown, record)).toStrictEqual(['busy', 'same']);
    await end(storage(), reply, completed(reply, 'done'));
    expect(await add(userId, grown)).toStrictEqual(['grown']);
  });

  test('a deleted conversation is not imported again', async () => {
    const userId = await newUser(storage());
    const record = anImport(['q1', 'a1']);
    const { id } = record.conversation;
    await add(userId, record);
    await storage().conversations.delete(userId, id, NOW);
    expect(await add(userId, record)).toStrictEqual(['deleted']);
    expect(await storage().conversations.find(userId, id)).toBeNull();
    await storage().conversations.purgeDeleted(userId, [id]);
    expect(await add(userId, record)).toStrictEqual(['new']);
  });

  test('two imports of the same conversations at once store each message once', async () => {
    const userId = await newUser(storage());
    const records = ['a', 'b', 'c'].map((name) => anImport([`q ${name}`, 'a1', 'q2', 'a2']));
    const tries = () => add(userId, ...records).catch((error: unknown) => error);
    const results = await Promise.all([tries(), tries()]);
    for (const result of results) if (!Array.isArray(result)) expect(result).toBeInstanceOf(AppError);
    expect(await add(userId, ...records)).not.toContain('grown');
    for (const { conversation } of records) {
      expect(await branch(storage(), userId, conversation.id)).toHaveLength(4);
      expect(await storage().conversations.tree(userId, conversation.id)).toHaveLength(4);
    }
  });

  test('another user’s conversation and a deleted account take no import', async () => {
    const [owner, other, gone] = [await newUser(storage()), await newUser(storage()), await newUser(storage())];
    const record = anImport(['q1', 'a1']);
    await add(owner, record);
    await expect(add(other, record)).rejects.toMatchObject({ code: 'not-found' });
    expect(await branch(storage(), owner, record.conversation.id)).toStrictEqual(['q1', 'a1']);
    await storage().deletions.begin(gone, NOW);
    await expect(add(gone, anImport(['q1']))).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a file of an imported message stays as long as its conversation', async () => {
    const userId = await newUser(storage());
    const { id: fileId } = await upload(storage(), userId);
    const record = anImport(['q1'], { fileIds: [fileId] });
    await add(userId, record);
    expect(await storage().files.deleteUnsent(userId, fileId)).toBe(false);
    await storage().conversations.delete(userId, record.conversation.id, NOW);
    await storage().conversations.purgeDeleted(userId, [record.conversation.id]);
    expect(await storage().files.list(userId, { limit: 9 })).toStrictEqual([]);
  });

  test('a second import brings the files of new messages, and none for those that are there', async () => {
    const userId = await newUser(storage());
    const withFiles = async (texts: string[], id?: string) => {
      const files = await Promise.all(texts.map(() => upload(storage(), userId)));
      const record = anImport(texts, { ...(id !== undefined && { id }), fileIds: files.map((file) => file.id) });
      for (const [index, { message }] of record.messages.entries()) {
        const file = files[index] ?? expect.fail('It is missing.');
        if (message.isUser) message.attachments = [file];
        else message.imageUrl = `/api/files/${file.id}`;
      }
      return record;
    };
    const first = await withFiles(['q1', 'a1']);
    await add(userId, first);
    const second = await withFiles(['q1', 'a1', 'q2', 'a2'], first.conversation.id);
    expect(await add(userId, second)).toStrictEqual(['grown']);
    const unsent = await Promise.all(second.fileIds.map((id) => storage().files.deleteUnsent(userId, id)));
    expect(unsent).toStrictEqual([true, true, false, false]);
    for (const id of first.fileIds) expect(await storage().files.deleteUnsent(userId, id)).toBe(false);
  });

  test('imports are listed with what is left of them, and removing one leaves the others', async () => {
    const userId = await newUser(storage());
    const [first, second] = [randomUUID(), randomUUID()];
    const records = [anImport(['q1'], { importId: first }), anImport(['q2'], { importId: first })];
    await storage().conversations.import(userId, records, NOW);
    await storage().conversations.import(userId, [anImport(['q3'], { importId: second })], NOW + 1);
    await storage().conversations.import(userId, [anImport(['q4'], { importId: first })], NOW + 2);
    await storage().replies.accept(aMessage(userId));
    const { conversation } = records[0] ?? expect.fail('It is missing.');
    await storage().conversations.delete(userId, conversation.id, NOW);
    const source = 'chatgpt';
    const one = { importId: second, source, importedAt: NOW + 1, count: 1 };
    expect(await storage().conversations.listImports(userId)).toStrictEqual([
      one,
      { importId: first, source, importedAt: NOW, count: 2 },
    ]);
    expect(await storage().conversations.deleteImport(await newUser(storage()), first, { now: NOW })).toBe(0);
    expect(await storage().conversations.deleteImport(userId, first, { now: NOW })).toBe(2);
    expect(await storage().conversations.listImports(userId)).toStrictEqual([one]);
    expect(await storage().conversations.restore(userId, conversation.id, NOW)).not.toBeNull();
  });

  test('an import of two products is removed one product at a time', async () => {
    const userId = await newUser(storage());
    const importId = randomUUID();
    const records = [anImport(['q1'], { importId }), anImport(['q2'], { importId, importedFrom: 'claude' })];
    await storage().conversations.import(userId, records, NOW);
    expect(await storage().conversations.deleteImport(userId, importId, { source: 'chatgpt', now: NOW })).toBe(1);
    const left = { importId, source: 'claude', importedAt: NOW, count: 1 };
    expect(await storage().conversations.listImports(userId)).toStrictEqual([left]);
    expect(await storage().conversations.deleteImport(userId, importId, { source: 'librechat', now: NOW })).toBe(0);
  });
}
