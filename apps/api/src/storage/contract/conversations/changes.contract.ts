import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { completed, end, newUser, NOW, send, shown, turn } from '../samples.ts';

export function contract(storage: () => Storage): void {
  const listed = async (userId: string, only?: 'pinned' | 'archived') =>
    (await storage().conversations.list(userId, { limit: 99 }, only)).items.map(({ id }) => id);

  async function conversation(userId: string, now = NOW): Promise<string> {
    return (await turn(storage(), userId, 'a', { now })).conversationId;
  }

  test('an update changes only the given fields and keeps the position in the list', async () => {
    const userId = await newUser(storage());
    const [id, newer] = [await conversation(userId), await conversation(userId, NOW + 1)];
    let expected = await storage().conversations.find(userId, id);
    for (const patch of [
      { title: 'By hand' },
      { pinned: true },
      { webSearchEnabled: true },
      { thinkingModeEnabled: true, pinned: false },
      { webSearchEnabled: false },
      { archived: true, pinned: true },
      { archived: false },
      { unread: true },
      { unread: false, pinned: true },
      {},
    ]) {
      expected = expected && { ...expected, ...patch };
      expect(await storage().conversations.update(userId, id, patch)).toStrictEqual(expected);
      expect(await storage().conversations.find(userId, id)).toStrictEqual(expected);
    }
    expect(await listed(userId)).toStrictEqual([newer, id]);
  });

  test('a conversation that is deleted or belongs to another user cannot be changed or named', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const id = await conversation(userId);
    const before = await storage().conversations.find(userId, id);
    const { conversations } = storage();
    for (const [who, which] of [[stranger, id] as const, [userId, 'unknown'] as const]) {
      expect(await conversations.update(who, which, { title: 'x' })).toBeNull();
      expect(await conversations.nameByModel(who, which, 'x')).toBe(false);
      expect(await conversations.showVersion(who, which, 'x')).toBe('not-found');
      expect(await conversations.restore(who, which, NOW)).toBeNull();
    }
    await conversations.delete(userId, id, NOW);
    expect(await conversations.update(userId, id, { title: 'x' })).toBeNull();
    expect(await conversations.nameByModel(userId, id, 'x')).toBe(false);
    expect(await conversations.restore(userId, id, NOW)).toStrictEqual(before);
  });

  test('a conversation is unread from the end of a reply until it is read or continued', async () => {
    const userId = await newUser(storage());
    const first = await send(storage(), userId);
    const { conversationId: id } = first;
    const { conversations } = storage();
    const isUnread = async () => (await conversations.find(userId, id))?.unread;
    expect(await isUnread()).toBe(false);
    await end(storage(), first, completed(first, 'a'));
    expect(await isUnread()).toBe(true);
    expect((await conversations.list(userId, { limit: 9 })).items[0]?.unread).toBe(true);
    await conversations.update(userId, id, { unread: false });
    await end(storage(), first, completed(first, 'a'));
    expect(await isUnread()).toBe(false);

    await turn(storage(), userId, 'b', { conversationId: id });
    expect(await isUnread()).toBe(true);
    const third = await send(storage(), userId, { conversationId: id });
    expect(await isUnread()).toBe(false);
    await end(storage(), third, completed(third, 'as far as it came', 'stopped'));
    expect(await isUnread()).toBe(false);
  });

  test('a conversation whose reply was interrupted by the end of its process is unread', async () => {
    const userId = await newUser(storage());
    const { conversationId } = await send(storage(), userId, { owner: 'unread-owner' });
    const interruption = { code: 'interrupted', sentence: 'It was interrupted.' } as const;
    await storage().replies.recoverReplies(['unread-owner'], NOW, interruption);
    expect((await storage().conversations.find(userId, conversationId))?.unread).toBe(true);
  });

  test('the model can name a conversation until the user names it', async () => {
    const userId = await newUser(storage());
    const id = await conversation(userId);
    const { conversations } = storage();
    await conversations.update(userId, id, { pinned: true });
    expect(await conversations.nameByModel(userId, id, 'one')).toBe(true);
    expect(await conversations.nameByModel(userId, id, 'two')).toBe(true);
    expect((await conversations.find(userId, id))?.title).toBe('two');
    await conversations.update(userId, id, { title: 'two' });
    await conversations.update(userId, id, { pinned: false });
    expect(await conversations.nameByModel(userId, id, 'three')).toBe(false);
    expect((await conversations.find(userId, id))?.title).toBe('two');
  });

  test('archived conversations have their own list, and pinned ones appear in theirs as well', async () => {
    const userId = await newUser(storage());
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.unshift(await conversation(userId, NOW + n));
    const [a = '', b = '', c = '', d = '', e = '', f = '', ...rest] = ids;
    for (const id of [a, b, e]) await storage().conversations.update(userId, id, { pinned: true });
    for (const id of [c, d, e]) await storage().conversations.update(userId, id, { archived: true });
    expect(await listed(userId)).toStrictEqual([a, b, f, ...rest]);
    expect(await listed(userId, 'pinned')).toStrictEqual([a, b]);
    expect(await listed(userId, 'archived')).toStrictEqual([c, d, e]);
    const page = await storage().conversations.list(userId, { limit: 2 }, 'archived');
    expect(page.items.map(({ id }) => id)).toStrictEqual([c, d]);
    const before = page.nextBefore ?? '';
    const next = await storage().conversations.list(userId, { limit: 2, before }, 'archived');
    expect([next.items.map(({ id }) => id), next.nextBefore]).toStrictEqual([[e], null]);
    await storage().conversations.delete(userId, a, NOW);
    await storage().conversations.delete(userId, c, NOW);
    expect(await listed(userId, 'pinned')).toStrictEqual([b]);
    expect(await listed(userId, 'archived')).toStrictEqual([d, e]);
  });

  test('a new message takes its conversation out of the archive', async () => {
    const userId = await newUser(storage());
    const { conversationId } = await turn(storage(), userId, 'a');
    await storage().conversations.update(userId, conversationId, { archived: true });
    expect(await listed(userId)).toStrictEqual([]);
    await turn(storage(), userId, 'b', { conversationId });
    expect(await listed(userId)).toStrictEqual([conversationId]);
    expect(await listed(userId, 'archived')).toStrictEqual([]);
  });

  test('a deleted conversation can be restored exactly as it was until its deadline', async () => {
    const userId = await newUser(storage());
    const first = await turn(storage(), userId, 'a');
    const { conversationId: id } = first;
    await turn(storage(), userId, 'b', { conversationId: id, replaces: first.userMessageId });
    await storage().conversations.update(userId, id, { title: 'By hand', pinned: true, thinkingModeEnabled: true });
    const before = [await storage().conversations.find(userId, id), await shown(storage(), userId, id)];
    const { conversations } = storage();
    await conversations.delete(userId, id, NOW);
    await conversations.delete(userId, id, NOW + 99);
    expect(await conversations.restore(userId, id, NOW + 1)).toBeNull();
    expect(await conversations.find(userId, id)).toBeNull();
    expect(await conversations.restore(userId, id, NOW)).toStrictEqual(before[0]);
    expect(await conversations.restore(userId, id, NOW)).toStrictEqual(before[0]);
    expect([await conversations.find(userId, id), await shown(storage(), userId, id)]).toStrictEqual(before);
    expect(await listed(userId, 'pinned')).toStrictEqual([id]);
    expect((await storage().replies.find(userId, first.generationId))?.status).toBe('complete');
    expect(await conversations.nameByModel(userId, id, 'x')).toBe(false);
    await turn(storage(), userId, 'c', { conversationId: id });
  });

  test('a purge removes conversations that were deleted long ago, oldest first, up to its limit', async () => {
    const userId = await newUser(storage());
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await conversation(userId));
    const kept = await conversation(userId);
    const { conversations } = storage();
    for (const [n, id] of ids.entries()) await conversations.delete(userId, id, NOW + n);
    expect(await conversations.purge(NOW, 9)).toBe(0);
    expect(await conversations.purge(NOW + 4, 3)).toBe(3);
    const restored = [];
    for (const id of ids) restored.push((await conversations.restore(userId, id, 0)) !== null);
    expect(restored).toStrictEqual([false, false, false, true, true]);
    expect(await conversations.purge(NOW + 99, 9)).toBe(0);
    expect((await listed(userId)).toSorted()).toStrictEqual([...ids.slice(3), kept].toSorted());
  });

  test('a purged conversation leaves nothing behind, and its ids can be reused', async () => {
    const userId = await newUser(storage());
    const reply = await turn(storage(), userId, 'a');
    const { conversationId, clientMessageId, generationId, assistantMessageId, userMessageId } = reply;
    await turn(storage(), userId, 'b', { conversationId, replaces: userMessageId });
    const live = await send(storage(), userId, { conversationId });
    const { conversations, replies } = storage();
    await conversations.delete(userId, conversationId, NOW);
    expect(await conversations.purge(NOW + 1, 1)).toBe(1);
    expect(await conversations.delete(userId, conversationId, NOW)).toBe(false);
    expect(await replies.find(userId, generationId)).toBeNull();
    expect(await replies.message(userId, assistantMessageId)).toBeNull();
    const late = { generationId: live.generationId, message: completed(live, 'late') };
    expect(await replies.checkpoint([late])).toStrictEqual({ ended: [live.generationId] });
    expect(await end(storage(), live, late.message)).toBe(false);
    await turn(storage(), userId, 'c', { conversationId, clientMessageId, userMessageId, assistantMessageId });
    expect(await shown(storage(), userId, conversationId)).toHaveLength(2);
  });
}
