import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aShare, newUser, NOW, turn } from '../samples.ts';

const MANY = 99;

export function contract(storage: () => Storage): void {
  const shared = async (changes: object = {}) => {
    const userId = await newUser(storage());
    const share = { ...aShare(await turn(storage(), userId, 'tea')), ...changes };
    expect(await storage().shares.create(share, MANY)).toBe('created');
    return share;
  };

  test('a share is made once, listed newest first, and changed and removed only by its user', async () => {
    const { shares } = storage();
    const share = await shared();
    const { userId, id } = share;
    const later = { ...share, id: randomUUID(), tokenHash: randomUUID(), createdAt: NOW + 1, hasAttachments: true };
    expect(await shares.create({ ...share, title: 'Other', tokenHash: randomUUID() }, MANY)).toBe('exists');
    expect(await shares.create(later, MANY)).toBe('created');
    expect(await shares.list(userId)).toStrictEqual([later, share]);
    const stranger = await newUser(storage());
    const { title, leafId, messageCount, hasReasoning, hasAttachments } = share;
    const same = { title, leafId, messageCount, hasReasoning, hasAttachments, expiresAt: null };
    const change = { ...same, title: 'Coffee', messageCount: 4, hasReasoning: false, expiresAt: NOW + 9 };
    expect(await shares.update(stranger, id, change, NOW + 2)).toBeNull();
    expect(await shares.remove(stranger, id)).toBe(false);
    const changed = { ...share, ...change, updatedAt: NOW + 2 };
    expect(await shares.update(userId, id, change, NOW + 2)).toStrictEqual(changed);
    expect(await shares.find(share.tokenHash, NOW)).toStrictEqual(changed);
    expect(await shares.remove(userId, id)).toBe(true);
    expect(await shares.remove(userId, id)).toBe(false);
    expect(await shares.find(share.tokenHash, NOW)).toBeNull();
    expect(await shares.list(userId)).toStrictEqual([later]);
  });

  test('readers find a share until it expires', async () => {
    const { tokenHash } = await shared({ expiresAt: NOW + 10 });
    const { shares } = storage();
    expect(await shares.find(tokenHash, NOW + 9)).not.toBeNull();
    expect(await shares.find(tokenHash, NOW + 10)).toBeNull();
    expect(await shares.find(tokenHash.toUpperCase(), NOW)).toBeNull();
    expect(await shares.find(tokenHash.slice(1), NOW)).toBeNull();
  });

  test('a share is gone while its conversation is deleted, and forever once that is purged', async () => {
    const { userId, conversationId, tokenHash } = await shared();
    const { conversations, shares } = storage();
    await conversations.delete(userId, conversationId, NOW);
    expect(await shares.find(tokenHash, NOW)).toBeNull();
    expect(await shares.list(userId)).toStrictEqual([]);
    await conversations.restore(userId, conversationId, NOW);
    expect(await shares.find(tokenHash, NOW)).not.toBeNull();
    await conversations.delete(userId, conversationId, NOW);
    await conversations.purgeDeleted(userId, [conversationId]);
    expect(await shares.takeDown(tokenHash)).toBeNull();
  });

  test('a share is not found, and not reported, while its user is blocked, and stays theirs', async () => {
    const share = await shared();
    const { shares, users } = storage();
    await users.setBlocked(share.userId, NOW);
    expect(await shares.find(share.tokenHash, NOW)).toBeNull();
    expect(await shares.report(share.tokenHash, 'scam', NOW)).toBe(false);
    expect(await shares.list(share.userId)).toStrictEqual([share]);
    await users.setBlocked(share.userId, null);
    expect(await shares.find(share.tokenHash, NOW)).toStrictEqual(share);
  });

  test('a share is gone from the moment the deletion of its user starts', async () => {
    const share = await shared();
    await storage().deletions.begin(share.userId, NOW);
    expect(await storage().shares.find(share.tokenHash, NOW)).toBeNull();
    const another = { ...share, id: randomUUID(), tokenHash: randomUUID() };
    expect(await storage().shares.create(another, MANY)).toBe('not-found');
  });

  test('only a conversation that its user has can be shared, and only as often as the limit allows', async () => {
    const share = await shared();
    const { shares } = storage();
    const another = () => ({ ...share, id: randomUUID(), tokenHash: randomUUID() });
    expect(await shares.create({ ...another(), userId: await newUser(storage()) }, MANY)).toBe('not-found');
    expect(await shares.create({ ...another(), conversationId: randomUUID() }, MANY)).toBe('not-found');
    expect(await shares.create(another(), 2)).toBe('created');
    expect(await shares.create(another(), 2)).toBe('full');
    expect(await shares.create({ ...another(), conversationId: randomUUID() }, 2)).toBe('not-found');
    expect(await shares.list(share.userId)).toHaveLength(2);
  });

  test('the operator removes a share by its token and counts those that have not expired', async () => {
    const { shares } = storage();
    const before = await shares.count(NOW);
    const { userId, tokenHash } = await shared();
    await shared({ expiresAt: NOW });
    expect(await shares.count(NOW)).toBe(before + 1);
    expect(await shares.takeDown(tokenHash)).toBe(userId);
    expect(await shares.takeDown(tokenHash)).toBeNull();
    expect(await shares.count(NOW)).toBe(before);
  });

  test('reports of a share are counted by reason and listed, reported last first, until they are dismissed', async () => {
    const { shares } = storage();
    const [first, second] = [await shared(), await shared({ expiresAt: NOW + 10 })];
    const mine = async (now = NOW) => {
      const hashes = [first.tokenHash, second.tokenHash];
      return (await shares.reported(now, MANY)).filter(({ tokenHash }) => hashes.includes(tokenHash));
    };
    expect(await shares.report(first.tokenHash, 'scam', NOW)).toBe(true);
    expect(await shares.report(second.tokenHash, 'other', NOW + 1)).toBe(true);
    expect(await mine()).toStrictEqual([
      { ...second, reports: { other: 1 }, reportedAt: NOW + 1 },
      { ...first, reports: { scam: 1 }, reportedAt: NOW },
    ]);
    await shares.report(first.tokenHash, 'scam', NOW + 2);
    await shares.report(first.tokenHash, 'privacy', NOW + 3);
    const reported = { ...first, reports: { scam: 2, privacy: 1 }, reportedAt: NOW + 3 };
    expect(await shares.find(first.tokenHash, NOW)).toStrictEqual(reported);
    expect((await shares.reported(NOW, 1)).length).toBe(1);
    // Reports of a page that has expired are not listed.
    expect(await mine(NOW + 10)).toStrictEqual([reported]);
    expect(await shares.dismissReports(first.tokenHash)).toBe(true);
    expect(await shares.find(first.tokenHash, NOW)).toStrictEqual(first);
    expect((await mine()).map(({ id }) => id)).toEqual([second.id]);
    expect(await shares.dismissReports(randomUUID())).toBe(false);
  });

  test('only a share that readers find can be reported', async () => {
    const { conversations, shares } = storage();
    const { userId, conversationId, tokenHash } = await shared({ expiresAt: NOW + 10 });
    expect(await shares.report(tokenHash, 'scam', NOW + 10)).toBe(false);
    expect(await shares.report(tokenHash.toUpperCase(), 'scam', NOW)).toBe(false);
    expect(await shares.report(tokenHash, 'scam', NOW)).toBe(true);
    await conversations.delete(userId, conversationId, NOW);
    expect(await shares.report(tokenHash, 'scam', NOW)).toBe(false);
    expect((await shares.reported(NOW, MANY)).map((share) => share.tokenHash)).not.toContain(tokenHash);
  });
}
