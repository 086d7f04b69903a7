import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Page, PageRequest, Storage } from '../../storage.ts';
import { branch, completed, end, newUser, NOW, send, shown, turn } from '../samples.ts';

export function contract(storage: () => Storage): void {
  /** Reads all items in pages of this size. `between` runs after each page. */
  async function readAll<T>(
    read: (page: PageRequest) => Promise<Page<T>>,
    limit: number,
    between: () => Promise<unknown> = async () => {},
  ): Promise<T[][]> {
    const pages: T[][] = [];
    for (let before: string | null | undefined; before !== null;) {
      const page: Page<T> = await read(before === undefined ? { limit } : { limit, before });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      pages.push(page.items);
      expect(pages.length, 'pages that never end').toBeLessThan(50);
      before = page.nextBefore;
      await between();
    }
    return pages;
  }

  test('a new conversation is found as its first message created it', async () => {
    const userId = await newUser(storage());
    const { conversationId: id } = await send(storage(), userId, { title: 'About tea' });
    const conversation = {
      id,
      title: 'About tea',
      webSearchEnabled: false,
      thinkingModeEnabled: false,
      pinned: false,
      archived: false,
      unread: false,
      updatedAt: new Date(NOW).toISOString(),
    };
    expect(await storage().conversations.find(userId, id)).toStrictEqual(conversation);
    expect(await storage().conversations.list(userId, { limit: 1 })).toStrictEqual({
      items: [conversation],
      nextBefore: null,
    });
  });

  test('several conversations are found at once, without deleted ones and those of others', async () => {
    const [userId, other] = [await newUser(storage()), await newUser(storage())];
    const [{ conversationId: a }, { conversationId: b }, { conversationId: c }] = [
      await turn(storage(), userId, 'a'),
      await turn(storage(), userId, 'b'),
      await turn(storage(), other, 'c'),
    ];
    const found = async (...ids: string[]) =>
      (await storage().conversations.findAll(userId, ids)).map(({ id }) => id).toSorted();
    expect(await found(a, b, c, 'unknown')).toStrictEqual([a, b].toSorted());
    await storage().conversations.delete(userId, a, NOW);
    expect(await found(a, b)).toStrictEqual([b]);
    expect(await found()).toStrictEqual([]);
  });

  test('another message keeps the title and moves the conversation to the top', async () => {
    const userId = await newUser(storage());
    const old = await turn(storage(), userId, 'a', { title: 'first title' });
    await turn(storage(), userId, 'b', { now: NOW + 1 });
    await turn(storage(), userId, 'c', { conversationId: old.conversationId, title: 'other title', now: NOW + 2 });
    const { items } = await storage().conversations.list(userId, { limit: 9 });
    expect(items[0]).toMatchObject({ id: old.conversationId, title: 'first title' });
    expect(items[0]?.updatedAt).toBe(new Date(NOW + 2).toISOString());
  });

  test('a summary is stored on its message and read with it, on every branch', async () => {
    const userId = await newUser(storage());
    const { conversationId: id, userMessageId } = await turn(storage(), userId, 'a');
    const set = (messageId: string, summary: string | null) =>
      storage().conversations.setSummary(userId, id, messageId, summary);
    const read = async () => (await shown(storage(), userId, id)).map(({ summary }) => summary);
    expect(await set(userMessageId, 'It is about "tea". \u{1F9CA}')).toBe(true);
    expect(await read()).toStrictEqual(['It is about "tea". \u{1F9CA}', undefined]);
    expect(await set(userMessageId, null)).toBe(true);
    expect(await read()).toStrictEqual([null, undefined]);
  });

  test('a summary of an unknown, another user’s or a deleted conversation changes nothing', async () => {
    const userId = await newUser(storage());
    const { conversationId: id, userMessageId } = await turn(storage(), userId, 'a');
    const other = await newUser(storage());
    const elsewhere = await turn(storage(), userId, 'b');
    const { conversations } = storage();
    expect(await conversations.setSummary(other, id, userMessageId, 'x')).toBe(false);
    expect(await conversations.setSummary(userId, elsewhere.conversationId, userMessageId, 'x')).toBe(false);
    expect(await conversations.setSummary(userId, id, randomUUID(), 'x')).toBe(false);
    await conversations.delete(userId, id, NOW);
    expect(await conversations.setSummary(userId, id, userMessageId, 'x')).toBe(false);
    await conversations.restore(userId, id, NOW);
    expect((await shown(storage(), userId, id)).map(({ summary }) => summary)).toStrictEqual([undefined, undefined]);
  });

  test('pages of conversations have no gaps or duplicates, even at equal times', async () => {
    const userId = await newUser(storage());
    for (let n = 0; n < 23; n++) await send(storage(), userId, { now: NOW + Math.floor(n / 8) });
    const read = (page: PageRequest) => storage().conversations.list(userId, page);
    const [whole] = await readAll(read, 100);
    const pages = await readAll(read, 4);
    expect(pages.flat()).toStrictEqual(whole);
    expect(pages).toHaveLength(6);
    expect(new Set(whole?.map(({ id }) => id)).size).toBe(23);
    const times = whole?.map(({ updatedAt }) => updatedAt);
    expect(times).toStrictEqual(times?.toSorted().toReversed());
  });

  test('a page that ends exactly at the last conversation or message has no next page', async () => {
    const userId = await newUser(storage());
    const { conversationId } = await turn(storage(), userId, 'a');
    await turn(storage(), userId, 'b');
    expect((await storage().conversations.list(userId, { limit: 2 })).nextBefore).toBeNull();
    expect((await storage().conversations.messages(userId, conversationId, { limit: 2 }))?.nextBefore).toBeNull();
  });

  test('pages of messages have no gaps or duplicates while the conversation grows', async () => {
    const userId = await newUser(storage());
    const { conversationId } = await turn(storage(), userId, '0');
    for (let n = 1; n < 8; n++) await turn(storage(), userId, String(n), { conversationId });
    const whole = await branch(storage(), userId, conversationId);
    const pages = await readAll(
      async (page) => (await storage().conversations.messages(userId, conversationId, page)) ?? fail(),
      3,
      () => turn(storage(), userId, 'later', { conversationId }),
    );
    expect(
      pages
        .toReversed()
        .flat()
        .map((message) => message.text),
    ).toStrictEqual(whole);
    expect(whole).toHaveLength(16);
  });

  test('an invalid cursor is rejected', async () => {
    const userId = await newUser(storage());
    const { conversationId } = await turn(storage(), userId, 'a');
    const other = await turn(storage(), userId, 'b');
    const refused = { code: 'invalid-request' };
    await expect(storage().conversations.list(userId, { limit: 2, before: 'nonsense' })).rejects.toMatchObject(refused);
    for (const before of ['nonsense', other.userMessageId]) {
      const page = storage().conversations.messages(userId, conversationId, { limit: 2, before });
      await expect(page).rejects.toMatchObject(refused);
    }
  });

  test('one call reads the last messages of several conversations', async () => {
    const userId = await newUser(storage());
    const one = await turn(storage(), userId, 'a');
    await turn(storage(), userId, 'b', { conversationId: one.conversationId });
    const two = await turn(storage(), userId, 'c');
    const ids = [one.conversationId, 'unknown', two.conversationId];
    const messages = await storage().conversations.lastMessages(userId, ids, 3);
    expect([...messages.keys()].toSorted()).toStrictEqual([one.conversationId, two.conversationId].toSorted());
    const texts = (id: string) => messages.get(id)?.map((message) => message.text);
    expect(texts(one.conversationId)).toStrictEqual(['answer to a', 'b', 'answer to b']);
    expect(texts(two.conversationId)).toStrictEqual(['c', 'answer to c']);
    expect(await storage().conversations.lastMessages(userId, [], 3)).toStrictEqual(new Map());
  });

  test('a deleted conversation disappears from every method', async () => {
    const userId = await newUser(storage());
    const request = { clientMessageId: randomUUID() };
    const reply = await turn(storage(), userId, 'a', request);
    const kept = await turn(storage(), userId, 'b');
    const { conversationId: id, generationId, userMessageId } = reply;

    expect(await storage().conversations.delete(userId, id, NOW)).toBe(true);
    expect(await storage().conversations.delete(userId, id, NOW)).toBe(true);
    expect(await storage().conversations.delete(userId, 'unknown', NOW)).toBe(false);

    const { conversations, replies } = storage();
    expect(await conversations.find(userId, id)).toBeNull();
    expect(await conversations.messages(userId, id, { limit: 9 })).toBeNull();
    expect(await conversations.lastMessages(userId, [id], 9)).toStrictEqual(new Map());
    expect((await conversations.list(userId, { limit: 9 })).items.map((item) => item.id)).toStrictEqual([
      kept.conversationId,
    ]);
    expect(await replies.find(userId, generationId)).toBeNull();
    expect(await replies.message(userId, userMessageId)).toBeNull();
    expect(await replies.findByClientMessageId(userId, request.clientMessageId)).toBeNull();
    await expect(send(storage(), userId, { conversationId: id })).rejects.toThrow('not-found');
    await expect(send(storage(), userId, { conversationId: id, ...request })).rejects.toThrow('not-found');
  });

  test('a deleted conversation can be exported by its owner, whole, until it is restored or purged', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const { conversations } = storage();
    const first = await turn(storage(), userId, 'a', { title: 'About tea' });
    const { conversationId: id } = first;
    await turn(storage(), userId, 'b', { conversationId: id, replaces: first.userMessageId });
    const other = await turn(storage(), userId, 'c');
    const conversation = await conversations.find(userId, id);
    const tree = await conversations.tree(userId, id);
    const shown = await conversations.messages(userId, id, { limit: 9 });
    const listed = async (of = userId) =>
      (await conversations.listDeleted(of, { limit: 9 }, 0)).items.map((item) => item.conversation.id);
    expect(await listed()).toStrictEqual([]);
    expect(await conversations.findDeleted(userId, id)).toBeNull();

    await conversations.delete(userId, id, NOW + 1);
    await conversations.delete(userId, other.conversationId, NOW + 2);
    const deleted = { conversation, deletedAt: NOW + 1, tree, branch: shown?.items };
    expect(await conversations.findDeleted(userId, id)).toStrictEqual(deleted);
    expect(await listed()).toStrictEqual([other.conversationId, id]);
    expect(await conversations.findDeleted(stranger, id)).toBeNull();
    expect(await listed(stranger)).toStrictEqual([]);

    await conversations.restore(userId, other.conversationId, NOW);
    expect(await listed()).toStrictEqual([id]);
    await conversations.purge(NOW + 9, 99);
    expect(await listed()).toStrictEqual([]);
    expect(await conversations.findDeleted(userId, id)).toBeNull();
  });

  test('the list of deleted conversations has pages, the newest deletion first, none older than asked for', async () => {
    const userId = await newUser(storage());
    const { conversations } = storage();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const { conversationId } = await turn(storage(), userId, 'a', { title: `Title ${n}` });
      await conversations.delete(userId, conversationId, NOW + Math.min(n, 3));
      ids.push(conversationId);
    }
    const [oldest = '', ...others] = ids;
    const read = async (since: number) => {
      const found: string[] = [];
      for (let before: string | null = ''; before !== null;) {
        const request = before === '' ? { limit: 2 } : { limit: 2, before };
        const page = await conversations.listDeleted(userId, request, since);
        found.push(...page.items.map(({ conversation }) => conversation.id));
        before = page.nextBefore;
      }
      return found;
    };
    // Two were deleted in the same millisecond.
    const [a, b, ...older] = await read(NOW + 1);
    expect([a, b].toSorted()).toStrictEqual(others.slice(2).toSorted());
    expect(older).toStrictEqual([others[1], others[0]]);
    expect((await read(0)).at(-1)).toBe(oldest);
    const [first] = (await conversations.listDeleted(userId, { limit: 1 }, 0)).items;
    expect(first).toMatchObject({ deletedAt: NOW + 3, conversation: { title: expect.stringMatching(/^Title [34]$/) } });
    const unknown = conversations.listDeleted(userId, { limit: 1, before: 'no' }, 0);
    await expect(unknown).rejects.toMatchObject({ code: 'invalid-request' });
  });

  test('only deleted conversations of their owner are removed for good, by id', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const { conversations } = storage();
    const [gone, kept, restored] = [
      await turn(storage(), userId, 'a'),
      await turn(storage(), userId, 'b'),
      await turn(storage(), userId, 'c'),
    ].map(({ conversationId }) => conversationId) as [string, string, string];
    for (const id of [gone, restored]) await conversations.delete(userId, id, NOW);
    await conversations.restore(userId, restored, NOW);
    expect(await conversations.purgeDeleted(stranger, [gone])).toStrictEqual([]);
    expect(await conversations.purgeDeleted(userId, [gone, gone, kept, restored, 'unknown'])).toStrictEqual([gone]);
    expect(await conversations.purgeDeleted(userId, [gone])).toStrictEqual([]);
    expect(await conversations.restore(userId, gone, 0)).toBeNull();
    expect((await conversations.listDeleted(userId, { limit: 9 }, 0)).items).toStrictEqual([]);
    const left = (await conversations.list(userId, { limit: 9 })).items.map(({ id }) => id);
    expect(left.toSorted()).toStrictEqual([kept, restored].toSorted());
  });

  test('a reply can still end after its conversation was deleted', async () => {
    const userId = await newUser(storage());
    const reply = await send(storage(), userId);
    await storage().conversations.delete(userId, reply.conversationId, NOW);
    expect(await storage().replies.listActive(userId)).toStrictEqual([]);
    expect(await end(storage(), reply, completed(reply, 'late'))).toBe(true);
    expect(await storage().conversations.find(userId, reply.conversationId)).toBeNull();
  });
}

function fail(): never {
  throw new Error('The conversation is unknown.');
}
