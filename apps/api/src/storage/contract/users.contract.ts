import { expect, test } from 'vitest';
import type { Storage } from '../storage.ts';
import { aUser } from './samples.ts';

export function usersContract(storage: () => Storage): void {
  test('a user is found by id and by address, as stored', async () => {
    const free = aUser();
    const premium = aUser({
      emailVerified: true,
      subscriptionTier: 'premium',
      subscriptionStatus: 'trialing',
      subscriptionPeriodEnd: 5,
    });
    for (const user of [free, premium]) {
      expect(await storage().users.create(user)).toBe(true);
      expect(await storage().users.findById(user.id)).toStrictEqual(user);
      expect(await storage().users.findByEmail(user.email)).toStrictEqual(user);
    }
  });

  test('unknown users are null', async () => {
    expect(await storage().users.findById('nobody')).toBeNull();
    expect(await storage().users.findByEmail('nobody@example.com')).toBeNull();
  });

  test('of many users with one address at once exactly one is stored', async () => {
    const users = Array.from({ length: 20 }, () => aUser({ email: 'same@example.com' }));
    const created = await Promise.all(users.map((user) => storage().users.create(user)));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await storage().users.findByEmail('same@example.com')).toStrictEqual(users[created.indexOf(true)]);
  });

  test('a password hash is replaced for its user alone', async () => {
    const [user, other] = [aUser(), aUser()];
    await storage().users.create(user);
    await storage().users.create(other);
    await storage().users.setPasswordHash(user.id, 'stronger');
    expect(await storage().users.findById(user.id)).toStrictEqual({ ...user, passwordHash: 'stronger' });
    expect(await storage().users.findById(other.id)).toStrictEqual(other);
  });
}
