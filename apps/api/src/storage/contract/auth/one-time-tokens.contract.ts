import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { newUser, NOW } from '../samples.ts';

export function contract(storage: () => Storage): void {
  async function issue(userId?: string, email = 'a@example.com') {
    const owner = userId ?? (await newUser(storage()));
    const token = { hash: randomUUID(), userId: owner, email, expiresAt: NOW + 1000 };
    await storage().oneTimeTokens.create(token, NOW);
    return token;
  }

  test('a token is found until it is taken, and can be taken once', async () => {
    const token = await issue();
    expect(await storage().oneTimeTokens.find(token.hash, NOW)).toStrictEqual(token);
    const taken = await Promise.all(Array.from({ length: 10 }, () => storage().oneTimeTokens.take(token.hash, NOW)));
    expect(taken.filter(Boolean)).toStrictEqual([token]);
    expect(await storage().oneTimeTokens.find(token.hash, NOW)).toBeNull();
    expect(await storage().oneTimeTokens.take('unknown', NOW)).toBeNull();
  });

  test('a token works without an address', async () => {
    const token = await issue(undefined, '');
    expect(await storage().oneTimeTokens.take(token.hash, NOW)).toStrictEqual(token);
  });

  test('a token expires exactly at its expiry time, and newer ones stay', async () => {
    const token = await issue();
    expect(await storage().oneTimeTokens.find(token.hash, token.expiresAt - 1)).not.toBeNull();
    expect(await storage().oneTimeTokens.find(token.hash, token.expiresAt)).toBeNull();
    expect(await storage().oneTimeTokens.take(token.hash, token.expiresAt)).toBeNull();
    const newer = { ...token, hash: randomUUID(), expiresAt: NOW + 5000 };
    await storage().oneTimeTokens.create(newer, NOW + 2000);
    expect(await storage().oneTimeTokens.take(token.hash, NOW)).toBeNull();
    expect(await storage().oneTimeTokens.find(newer.hash, NOW + 2000)).toStrictEqual(newer);
  });

  test('a user’s tokens are revoked together, and another user’s stay', async () => {
    const [first, other] = [await issue(), await issue()];
    const second = await issue(first.userId);
    await storage().oneTimeTokens.revokeAll(first.userId);
    expect(await storage().oneTimeTokens.take(first.hash, NOW)).toBeNull();
    expect(await storage().oneTimeTokens.take(second.hash, NOW)).toBeNull();
    expect(await storage().oneTimeTokens.take(other.hash, NOW)).toStrictEqual(other);
  });
}
