import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../storage.ts';
import { aUser, NOW } from './samples.ts';

export function sessionsContract(storage: () => Storage): void {
  async function signIn() {
    const user = aUser();
    await storage().users.create(user);
    const session = { id: randomUUID(), userId: user.id, createdAt: NOW, expiresAt: NOW + 1000 };
    await storage().sessions.create(session);
    return { session, user };
  }

  test('a session is found with its user', async () => {
    const signedIn = await signIn();
    expect(await storage().sessions.find(signedIn.session.id, NOW)).toStrictEqual(signedIn);
    expect(await storage().sessions.find('unknown', NOW)).toBeNull();
  });

  test('a session ends at the moment it expires', async () => {
    const { session } = await signIn();
    expect(await storage().sessions.find(session.id, session.expiresAt - 1)).not.toBeNull();
    expect(await storage().sessions.find(session.id, session.expiresAt)).toBeNull();
    expect(await storage().sessions.find(session.id, session.expiresAt + 1)).toBeNull();
  });

  test('a revoked session is gone at once, the others of its user stay', async () => {
    const { session } = await signIn();
    const other = { ...session, id: randomUUID() };
    await storage().sessions.create(other);
    await storage().sessions.revoke(session.id);
    expect(await storage().sessions.find(session.id, NOW)).toBeNull();
    expect((await storage().sessions.find(other.id, NOW))?.session).toStrictEqual(other);
    await storage().sessions.revoke(session.id);
    await storage().sessions.revoke('unknown');
  });
}
