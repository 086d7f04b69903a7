import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aPasskey, newUser, NOW } from '../samples.ts';
import type { Sample } from '../../testing/samples.ts';

export const sample: Sample = {
  schema: 23,
  async store({ passkeys }, { userId, id }) {
    const key = { publicKey: 'cHVibGlj', counter: 1, transports: 'internal', name: 'Laptop' };
    await passkeys.add({ id: id('passkey'), userId, ...key, createdAt: NOW, lastUsedAt: null });
  },
  read: ({ passkeys }, userId) => passkeys.list(userId),
};

export function contract(storage: () => Storage): void {
  test('passkeys are added once, listed oldest first, and removed only by their user', async () => {
    const { passkeys } = storage();
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const late = { ...aPasskey(userId), createdAt: NOW + 1 };
    const early = aPasskey(userId);
    for (const passkey of [late, early]) expect(await passkeys.add(passkey)).toBe(true);
    expect(await passkeys.add({ ...early, userId: stranger, publicKey: 'other' })).toBe(false);
    expect(await passkeys.list(userId)).toStrictEqual([early, late]);
    expect(await passkeys.list(stranger)).toEqual([]);
    expect(await passkeys.find(early.id)).toStrictEqual(early);
    expect(await passkeys.find('unknown')).toBeNull();
    expect(await passkeys.remove(stranger, early.id)).toBe(false);
    expect(await passkeys.remove(userId, early.id)).toBe(true);
    expect(await passkeys.remove(userId, early.id)).toBe(false);
    expect(await passkeys.list(userId)).toStrictEqual([late]);
  });

  test('a passkey that counts is used only with a larger counter, by exactly one of several requests', async () => {
    const { passkeys } = storage();
    const passkey = aPasskey(await newUser(storage()));
    await passkeys.add(passkey);
    const used = await Promise.all(Array.from({ length: 5 }, () => passkeys.use(passkey.id, 1, NOW + 5)));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await passkeys.find(passkey.id)).toStrictEqual({ ...passkey, counter: 1, lastUsedAt: NOW + 5 });
    expect(await passkeys.use(passkey.id, 0, NOW + 6)).toBe(false);
    expect(await passkeys.use(passkey.id, 7, NOW + 7)).toBe(true);
    expect(await passkeys.use('unknown', 1, NOW)).toBe(false);
  });

  test('a passkey that does not count can be used again and again', async () => {
    const { passkeys } = storage();
    const passkey = aPasskey(await newUser(storage()));
    await passkeys.add(passkey);
    for (const now of [NOW + 1, NOW + 2]) expect(await passkeys.use(passkey.id, 0, now)).toBe(true);
    expect(await passkeys.find(passkey.id)).toMatchObject({ counter: 0, lastUsedAt: NOW + 2 });
  });

  test('a user who is being deleted gets no passkey', async () => {
    const userId = await newUser(storage());
    await storage().deletions.begin(userId, NOW);
    await expect(storage().passkeys.add(aPasskey(userId))).rejects.toMatchObject({ code: 'unauthorized' });
  });
}
