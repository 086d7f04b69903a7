import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aKey, aUser, newUser, NOW } from '../samples.ts';
import type { Sample } from '../../testing/samples.ts';

export const sample: Sample = {
  schema: 23,
  async store({ apiKeys }, { userId, id }) {
    const times = { createdAt: NOW, expiresAt: null, lastUsedAt: null };
    const key = { id: id('key'), hash: id('key'), ending: 'a1b2', name: 'Editor', ...times };
    await apiKeys.create({ ...key, userId, scopes: ['chat'] }, 9);
  },
  read: async ({ apiKeys }, userId) => (await apiKeys.list(userId)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
};

export function contract(storage: () => Storage): void {
  test('a key is found by its hash with its user, listed newest first, and revoked only by its user', async () => {
    const user = aUser();
    await storage().users.create(user);
    const stranger = await newUser(storage());
    const { apiKeys } = storage();
    const early = { ...aKey(user.id), name: 'Editor 😀', scopes: ['chat', 'read'] as const };
    const key = { ...early, scopes: [...early.scopes] };
    const late = { ...aKey(user.id), createdAt: NOW + 1 };
    for (const each of [key, late]) expect(await apiKeys.create(each, 9)).toBe('created');
    expect(await apiKeys.find(key.hash, NOW)).toStrictEqual({ key, user });
    expect(await apiKeys.find('unknown', NOW)).toBeNull();
    expect(await apiKeys.list(user.id)).toStrictEqual([late, key]);
    expect(await apiKeys.list(stranger)).toEqual([]);
    expect(await apiKeys.revoke(stranger, key.id)).toBe(false);
    expect(await apiKeys.revoke(user.id, key.id)).toBe(true);
    expect(await apiKeys.revoke(user.id, key.id)).toBe(false);
    expect(await apiKeys.find(key.hash, NOW)).toBeNull();
    expect(await apiKeys.list(user.id)).toStrictEqual([late]);
  });

  test('a key expires exactly at its expiry time and stays in the list', async () => {
    const { apiKeys } = storage();
    const key = { ...aKey(await newUser(storage())), expiresAt: NOW + 10 };
    await apiKeys.create(key, 9);
    expect((await apiKeys.find(key.hash, NOW + 9))?.key).toStrictEqual(key);
    expect(await apiKeys.find(key.hash, NOW + 10)).toBeNull();
    expect(await apiKeys.list(key.userId)).toStrictEqual([key]);
  });

  test('the use of a key is recorded, and does not restore a revoked one', async () => {
    const { apiKeys } = storage();
    const [key, other] = [aKey(await newUser(storage())), aKey(await newUser(storage()))];
    for (const each of [key, other]) await apiKeys.create(each, 9);
    await apiKeys.touch(key.id, NOW + 5);
    await apiKeys.touch(randomUUID(), NOW + 5);
    expect((await apiKeys.find(key.hash, NOW))?.key.lastUsedAt).toBe(NOW + 5);
    expect((await apiKeys.find(other.hash, NOW))?.key.lastUsedAt).toBeNull();
    await apiKeys.revoke(key.userId, key.id);
    await apiKeys.touch(key.id, NOW + 6);
    expect(await apiKeys.list(key.userId)).toEqual([]);
  });

  test('a user has at most as many keys as the limit, however many are made at once', async () => {
    const { apiKeys } = storage();
    const userId = await newUser(storage());
    await Promise.all(Array.from({ length: 6 }, () => apiKeys.create(aKey(userId), 3)));
    expect((await apiKeys.list(userId)).length).toBeLessThanOrEqual(3);
    for (let n = 0; n < 3; n++) await apiKeys.create(aKey(userId), 3);
    expect(await apiKeys.list(userId)).toHaveLength(3);
    expect(await apiKeys.create(aKey(userId), 3)).toBe('full');
  });

  test('all keys of a user are revoked at once, and end with their user', async () => {
    const { apiKeys } = storage();
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const keys = [aKey(userId), aKey(userId)];
    const foreign = aKey(stranger);
    for (const key of [...keys, foreign]) await apiKeys.create(key, 9);
    expect((await apiKeys.revokeAll(userId)).toSorted()).toEqual(keys.map(({ id }) => id).toSorted());
    expect(await apiKeys.revokeAll(userId)).toEqual([]);
    expect(await apiKeys.find(foreign.hash, NOW)).not.toBeNull();
    await storage().deletions.begin(stranger, NOW);
    expect(await apiKeys.find(foreign.hash, NOW)).toBeNull();
    await expect(apiKeys.create(aKey(stranger), 9)).rejects.toMatchObject({ code: 'unauthorized' });
  });
}
