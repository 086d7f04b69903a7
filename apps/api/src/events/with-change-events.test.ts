import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { aProject, newUser, NOW, send } from '../storage/contract/samples.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { withChangeEvents, type ChangeEvent } from './with-change-events.ts';

const INTERRUPTED = { code: 'interrupted', sentence: 'Interrupted.' } as const;

async function openWithEvents(change: (storage: Storage) => Storage = (storage) => storage) {
  const stored = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  onTestFinished(() => stored.close());
  const published: ChangeEvent[] = [];
  return { storage: withChangeEvents(change(stored), (event) => published.push(event)), published };
}

it('publishes the user when a subscription is stored, and when the customer is gone', async () => {
  const { storage, published } = await openWithEvents();
  const userId = await newUser(storage);
  const customerId = randomUUID();
  await storage.billing.link({ customerId, userId, isLive: false });
  const sync = (await storage.billing.beginSync(customerId))!;
  const paid = { tier: 'premium', status: 'active', periodEnd: NOW, cancelAt: null, yearlyAmount: 1 } as const;
  const found = { ...paid, currency: 'usd', priceId: 'price_m', liveCount: 1 };
  await storage.billing.apply(sync, found, { now: NOW, dueAt: null });
  expect(published.splice(0)).toStrictEqual([{ userId, hint: { type: 'user' } }]);
  await storage.billing.apply(sync, found, { now: NOW, dueAt: null });
  await storage.billing.markGone(customerId);
  await storage.billing.markGone(customerId);
  expect(published).toContainEqual({ userId, hint: { type: 'user' } });
  expect(published.length).toBeLessThanOrEqual(2);
});

it('publishes the end of replies that are interrupted because their lock was lost', async () => {
  const orphan = { generationId: 'g', userId: 'u', conversationId: 'c' };
  const { storage, published } = await openWithEvents((stored) => ({
    ...stored,
    replies: { ...stored.replies, endOrphaned: async () => [orphan] },
  }));
  await storage.replies.endOrphaned(NOW, NOW, INTERRUPTED);
  expect(published).toStrictEqual([
    { userId: 'u', hint: { type: 'reply-ended', conversationId: 'c', generationId: 'g' } },
    { userId: 'u', hint: { type: 'conversation', conversationId: 'c' } },
    { userId: 'u', hint: { type: 'usage' } },
  ]);
});

it('publishes deleted imports, and conversations that were removed for good', async () => {
  const { storage, published } = await openWithEvents((stored) => ({
    ...stored,
    conversations: { ...stored.conversations, deleteImport: async () => 2, purgeDeleted: async () => ['a', 'b'] },
  }));
  await storage.conversations.deleteImport('u', 'import', { now: NOW });
  expect(published.splice(0)).toStrictEqual([{ userId: 'u', hint: { type: 'user' } }]);
  await storage.conversations.purgeDeleted('u', ['a', 'b']);
  const removed = (conversationId: string) => ({ userId: 'u', hint: { type: 'conversation', conversationId } });
  expect(published).toStrictEqual([removed('a'), removed('b')]);
});

it('publishes the projects, and the user because of its conversations, when a project is deleted or restored', async () => {
  const { storage, published } = await openWithEvents();
  const userId = await newUser(storage);
  const project = aProject(userId);
  await storage.projects.create(project, 9);
  const projects = { userId, hint: { type: 'projects' } };
  const everything = { userId, hint: { type: 'user' } };
  published.length = 0;
  await storage.projects.restore(userId, randomUUID(), 0);
  expect(published).toEqual([]);
  await storage.projects.delete(userId, project.id, 'keep', NOW);
  expect(published.splice(0)).toStrictEqual([projects]);
  await storage.projects.restore(userId, project.id, 0);
  expect(published.splice(0)).toStrictEqual([projects, everything]);
  await storage.projects.delete(userId, project.id, 'delete', NOW);
  expect(published).toStrictEqual([projects, everything]);
});

it('publishes to its owner that staff took a share down', async () => {
  const { storage, published } = await openWithEvents((stored) => ({
    ...stored,
    shares: { ...stored.shares, takeDown: async (token) => (token === 'known' ? 'u' : null) },
  }));
  await storage.shares.takeDown('unknown');
  await storage.shares.takeDown('known');
  expect(published).toStrictEqual([{ userId: 'u', hint: { type: 'shares' } }]);
});

it('publishes ended sessions one by one, or all of a user', async () => {
  const { storage, published } = await openWithEvents();
  const userId = await newUser(storage);
  const session = { userId, createdAt: NOW, expiresAt: NOW + 9, device: '' };
  for (const [id, lastSeenAt] of [
    ['old', NOW],
    ['new', NOW + 1],
  ] as const) {
    await storage.sessions.create({ ...session, id, lastSeenAt });
  }
  await storage.sessions.revokeOldest(userId, 1, 'new');
  await storage.sessions.revoke('new');
  await storage.deletions.begin(userId, NOW);
  expect(published).toStrictEqual([{ sessionId: 'old' }, { sessionId: 'new' }, { sessionsOf: userId }]);
});

it('publishes the end of a blocked user’s sessions, and what staff gives a user', async () => {
  const { storage, published } = await openWithEvents();
  const userId = await newUser(storage);
  published.splice(0);
  await storage.users.setBlocked(userId, NOW);
  expect(published.splice(0)).toStrictEqual([{ sessionsOf: userId }]);
  await storage.users.give(userId, { extraMessages: 5 });
  expect(published).toStrictEqual([
    { userId, hint: { type: 'user' } },
    { userId, hint: { type: 'usage' } },
  ]);
});

it('publishes revoked API keys one by one, or all of a user', async () => {
  const { storage, published } = await openWithEvents();
  const userId = await newUser(storage);
  const key = { userId, ending: 'abcd', name: '', scopes: [], createdAt: NOW, expiresAt: null, lastUsedAt: null };
  for (const id of ['one', 'two', 'three']) await storage.apiKeys.create({ ...key, id, hash: id }, 3);
  published.splice(0);
  const listed = { userId, hint: { type: 'api-keys' } };
  await storage.apiKeys.revoke(userId, 'one');
  expect(published.splice(0)).toEqual([listed, { sessionId: 'one' }]);
  await storage.apiKeys.revokeAll(userId);
  expect(published).toEqual(expect.arrayContaining([listed, { sessionId: 'two' }, { sessionId: 'three' }]));
});

it('publishes nothing for a change that was not made', async () => {
  const { storage, published } = await openWithEvents();
  const [userId, other] = [await newUser(storage), await newUser(storage)];
  const { conversationId } = await send(storage, userId);
  published.splice(0);
  await storage.conversations.update(other, conversationId, { title: 'mine' });
  await storage.conversations.delete(other, conversationId, NOW);
  await storage.users.setVerified(userId, 'another@example.com');
  expect(published).toStrictEqual([]);
});
