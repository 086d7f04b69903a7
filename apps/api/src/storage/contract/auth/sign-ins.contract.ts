import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SignInRecord, Storage } from '../../storage.ts';
import { NOW } from '../samples.ts';

export function contract(storage: () => Storage): void {
  async function begin(changes: Partial<SignInRecord> = {}): Promise<SignInRecord> {
    const signIn: SignInRecord = {
      stateHash: randomUUID(),
      browserHash: 'browser',
      nonce: 'nonce',
      name: null,
      expiresAt: NOW + 1000,
      ...changes,
    };
    await storage().signIns.begin(signIn, NOW);
    return signIn;
  }
  const take = (stateHash: string, now = NOW) => storage().signIns.take(stateHash, now);

  test('a sign-in is taken once, with the first name that was returned', async () => {
    const signIn = await begin();
    expect(await storage().signIns.keepName(signIn.stateHash, 'Mira', NOW)).toBe(true);
    expect(await storage().signIns.keepName(signIn.stateHash, 'Somebody else', NOW)).toBe(true);
    expect(await take(signIn.stateHash)).toStrictEqual({ ...signIn, name: 'Mira' });
    expect(await take(signIn.stateHash)).toBeNull();
    expect(await storage().signIns.keepName(signIn.stateHash, 'Mira', NOW)).toBe(false);
    expect(await storage().signIns.keepName('unknown', 'Mira', NOW)).toBe(false);
  });

  test('exactly one of many concurrent takes gets the sign-in', async () => {
    const { stateHash } = await begin();
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(stateHash)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test('a sign-in expires exactly at its expiry time', async () => {
    const { stateHash, expiresAt } = await begin();
    expect(await storage().signIns.keepName(stateHash, null, expiresAt)).toBe(false);
    expect(await take(stateHash, expiresAt)).toBeNull();
    expect(await take(stateHash, expiresAt - 1)).not.toBeNull();
  });

  test('creating a sign-in removes expired ones', async () => {
    const { stateHash } = await begin({ expiresAt: NOW });
    await begin();
    expect(await take(stateHash, NOW - 1)).toBeNull();
  });

  test('a one-time value is used once until it expires, even concurrently', async () => {
    const hash = randomUUID();
    const use = (now: number) => storage().signIns.useOnce(hash, NOW + 10, now);
    const first = await Promise.all(Array.from({ length: 20 }, () => use(NOW)));
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await use(NOW + 9)).toBe(false);
    expect(await use(NOW + 10)).toBe(true);
    expect(await storage().signIns.useOnce(randomUUID(), NOW + 10, NOW)).toBe(true);
  });
}
