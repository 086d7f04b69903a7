import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aKey, aUser, NOW } from '../samples.ts';

export function contract(storage: () => Storage): void {
  test('a user is found by id and by address, as stored', async () => {
    const free = aUser();
    const premium = aUser({
      emailVerified: true,
      subscriptionTier: 'premium',
      subscriptionStatus: 'trialing',
      subscriptionPeriodEnd: 5,
      subscriptionCancelAt: 5,
      subscriptionPriceId: 'price_m',
      searchesByItself: false,
      about: 'I am Ada, 😀 and a “baker”.\nTwo children.',
      answerStyle: 'Short, please.',
      language: 'pt-BR',
    });
    for (const user of [free, premium]) {
      expect(await storage().users.create(user)).toBe(true);
      expect(await storage().users.findById(user.id)).toStrictEqual(user);
      expect(await storage().users.findByEmail(user.email!)).toStrictEqual(user);
    }
  });

  test('many users can exist without an address and a password', async () => {
    for (const user of [1, 2].map(() => aUser({ email: null, passwordHash: null, name: 'Mira Ō' }))) {
      expect(await storage().users.create(user)).toBe(true);
      expect(await storage().users.findById(user.id)).toStrictEqual(user);
    }
  });

  test('an unknown user is null', async () => {
    expect(await storage().users.findById('nobody')).toBeNull();
    expect(await storage().users.findByEmail('nobody@example.com')).toBeNull();
  });

  test('concurrent creation of users with one address stores exactly one', async () => {
    const users = Array.from({ length: 20 }, () => aUser({ email: 'same@example.com' }));
    const created = await Promise.all(users.map((user) => storage().users.create(user)));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await storage().users.findByEmail('same@example.com')).toStrictEqual(users[created.indexOf(true)]);
  });

  test('a name is saved for its user only', async () => {
    const [user, other] = [aUser(), aUser()];
    await storage().users.create(user);
    await storage().users.create(other);
    expect(await storage().users.update(user.id, { name: 'Ada' })).toBe(true);
    expect(await storage().users.findById(user.id)).toStrictEqual({ ...user, name: 'Ada' });
    expect(await storage().users.findById(other.id)).toStrictEqual(other);
    expect(await storage().users.update('unknown', { name: 'Ada' })).toBe(false);
  });

  test('a password hash is replaced for its user only', async () => {
    const [user, other] = [aUser(), aUser()];
    await storage().users.create(user);
    await storage().users.create(other);
    expect(await storage().users.setPasswordHash(user.id, 'stronger')).toBe(true);
    expect(await storage().users.findById(user.id)).toStrictEqual({ ...user, passwordHash: 'stronger' });
    expect(await storage().users.findById(other.id)).toStrictEqual(other);
    expect(await storage().users.setPasswordHash('unknown', 'stronger')).toBe(false);
  });

  test('only one of two concurrent changes replaces the expected password hash', async () => {
    const { users } = storage();
    const [user, without] = [aUser(), aUser({ passwordHash: null })];
    for (const { id, passwordHash } of [user, without]) {
      await users.create(id === user.id ? user : without);
      expect(await users.setPasswordHash(id, 'other', 'not it')).toBe(false);
      const changes = ['one', 'two', 'three'].map((hash) => users.setPasswordHash(id, hash, passwordHash));
      expect((await Promise.all(changes)).toSorted()).toStrictEqual([false, false, true]);
    }
    expect(await users.setPasswordHash(user.id, 'last', null)).toBe(false);
  });

  test('an address is verified only while it belongs to the user', async () => {
    const email = 'verified@example.com';
    const user = aUser({ email });
    await storage().users.create(user);
    expect(await storage().users.setVerified(user.id, 'earlier@example.com')).toBe(false);
    expect(await storage().users.findById(user.id)).toStrictEqual(user);
    expect(await storage().users.setVerified(user.id, email)).toBe(true);
    expect(await storage().users.findById(user.id)).toStrictEqual({ ...user, emailVerified: true });
  });

  test('a user can change to another address unless it is taken', async () => {
    const [user, other] = [aUser({ email: 'old@example.com' }), aUser({ email: 'taken@example.com' })];
    await storage().users.create(user);
    await storage().users.create(other);
    const hash = user.passwordHash;
    expect(await storage().users.setEmail(user.id, 'taken@example.com', hash)).toBe(false);
    expect(await storage().users.findById(user.id)).toStrictEqual(user);
    const email = 'new@example.com';
    expect(await storage().users.setEmail(user.id, email, hash)).toBe(true);
    expect(await storage().users.findByEmail(email)).toStrictEqual({ ...user, email, emailVerified: true });
    expect(await storage().users.findByEmail('old@example.com')).toBeNull();
    expect(await storage().users.setEmail('unknown', 'nobody@example.com', hash)).toBe(false);
  });

  test('a user changes to another address only while the expected password hash is current', async () => {
    const { users } = storage();
    const [user, without] = [aUser(), aUser({ passwordHash: null })];
    for (const record of [user, without]) {
      await users.create(record);
      const email = `new-${record.id}@example.com`;
      for (const was of ['another', record.passwordHash === null ? '' : null]) {
        expect(await users.setEmail(record.id, email, was)).toBe(false);
      }
      expect(await users.findById(record.id)).toStrictEqual(record);
      expect(await users.setEmail(record.id, email, record.passwordHash)).toBe(true);
    }
  });

  test('what the operator gives is changed field by field, for its user only', async () => {
    const [user, other] = [aUser(), aUser()];
    await storage().users.create(user);
    await storage().users.create(other);
    expect(await storage().users.give(user.id, { premiumUntil: NOW })).toBe(true);
    expect(await storage().users.give(user.id, { extraMessages: 5, extraMessagesUntil: NOW + 1 })).toBe(true);
    const gifts = { premiumUntil: NOW, extraMessages: 5, extraMessagesUntil: NOW + 1 };
    expect(await storage().users.findById(user.id)).toStrictEqual({ ...user, ...gifts });
    expect(await storage().users.findById(other.id)).toStrictEqual(other);
    expect(await storage().users.give('unknown', { premiumUntil: NOW })).toBe(false);
  });

  test('sessions and keys of a blocked user are not found until the user is unblocked', async () => {
    const { users, sessions, apiKeys } = storage();
    const user = aUser();
    await users.create(user);
    const times = { createdAt: NOW, expiresAt: NOW + 10, lastSeenAt: NOW };
    const session = { id: randomUUID(), userId: user.id, ...times, device: 'Firefox on Linux' };
    await sessions.create(session);
    const key = aKey(user.id);
    await apiKeys.create(key, 5);
    expect(await users.setBlocked(user.id, NOW)).toBe(true);
    expect(await users.findById(user.id)).toStrictEqual({ ...user, blockedAt: NOW });
    expect(await sessions.find(session.id, NOW)).toBeNull();
    expect(await apiKeys.find(key.hash, NOW)).toBeNull();
    expect(await users.setBlocked(user.id, null)).toBe(true);
    expect(await sessions.find(session.id, NOW)).toStrictEqual({ session, user });
    expect(await apiKeys.find(key.hash, NOW)).toStrictEqual({ key, user });
    expect(await users.setBlocked('unknown', NOW)).toBe(false);
  });
}
