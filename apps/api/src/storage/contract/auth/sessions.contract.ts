import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aRememberedDevice, aUser, NOW } from '../samples.ts';

export function contract(storage: () => Storage): void {
  async function signIn() {
    const user = aUser();
    await storage().users.create(user);
    const times = { createdAt: NOW, expiresAt: NOW + 1000, lastSeenAt: NOW };
    const session = { id: randomUUID(), userId: user.id, ...times, device: 'Firefox on Linux' };
    await storage().sessions.create(session);
    return { session, user };
  }

  test('a session is found with its user', async () => {
    const signedIn = await signIn();
    expect(await storage().sessions.find(signedIn.session.id, NOW)).toStrictEqual(signedIn);
    expect(await storage().sessions.find('unknown', NOW)).toBeNull();
  });

  test('a session expires exactly at its expiry time', async () => {
    const { session } = await signIn();
    expect(await storage().sessions.find(session.id, session.expiresAt - 1)).not.toBeNull();
    expect(await storage().sessions.find(session.id, session.expiresAt)).toBeNull();
    expect(await storage().sessions.find(session.id, session.expiresAt + 1)).toBeNull();
  });

  test('using a session extends its expiry', async () => {
    const { session } = await signIn();
    const { session: unused } = await signIn();
    await storage().sessions.touch(session.id, NOW + 5, session.expiresAt + 5);
    const used = { ...session, lastSeenAt: NOW + 5, expiresAt: session.expiresAt + 5 };
    expect((await storage().sessions.find(session.id, session.expiresAt + 4))?.session).toStrictEqual(used);
    expect(await storage().sessions.find(session.id, session.expiresAt + 5)).toBeNull();
    expect(await storage().sessions.find(unused.id, unused.expiresAt)).toBeNull();
  });

  test('using a revoked session does not restore it', async () => {
    const { session } = await signIn();
    await storage().sessions.revoke(session.id);
    await storage().sessions.touch(session.id, NOW + 5, session.expiresAt + 5);
    expect(await storage().sessions.find(session.id, NOW + 5)).toBeNull();
  });

  test('revoking a session takes effect immediately and keeps the user’s other sessions', async () => {
    const { session } = await signIn();
    const other = { ...session, id: randomUUID() };
    await storage().sessions.create(other);
    await storage().sessions.revoke(session.id);
    expect(await storage().sessions.find(session.id, NOW)).toBeNull();
    expect((await storage().sessions.find(other.id, NOW))?.session).toStrictEqual(other);
    await storage().sessions.revoke(session.id);
    await storage().sessions.revoke('unknown');
  });

  test('the sessions of a user are listed by last use, without expired ones', async () => {
    const { session } = await signIn();
    await signIn();
    const other = { ...session, id: randomUUID(), expiresAt: NOW + 10 };
    await storage().sessions.create(other);
    expect(await storage().sessions.list(session.userId, NOW)).toHaveLength(2);
    await storage().sessions.touch(other.id, NOW + 5, NOW + 10);
    await storage().sessions.touch('unknown', NOW + 5, NOW + 10);
    const used = { ...other, lastSeenAt: NOW + 5 };
    expect(await storage().sessions.list(session.userId, NOW + 9)).toStrictEqual([used, session]);
    expect(await storage().sessions.list(session.userId, NOW + 10)).toStrictEqual([session]);
  });

  test('a user’s least recently used sessions are revoked until the given number is left', async () => {
    const { session } = await signIn();
    const stranger = await signIn();
    const others = [30, 10, 20].map((age) => ({ ...session, id: randomUUID(), lastSeenAt: NOW - age }));
    for (const other of others) await storage().sessions.create(other);
    const [oldest, young, middle] = others;
    expect(await storage().sessions.revokeOldest(session.userId, 4, session.id)).toEqual([]);
    // The exempt session counts toward the number, however old it is.
    expect(await storage().sessions.revokeOldest(session.userId, 3, oldest?.id ?? '')).toEqual([middle?.id]);
    expect(await storage().sessions.list(session.userId, NOW)).toStrictEqual([session, young, oldest]);
    expect((await storage().sessions.revokeOldest(session.userId, 1, session.id)).toSorted()).toEqual(
      [young?.id, oldest?.id].toSorted(),
    );
    expect(await storage().sessions.find(stranger.session.id, NOW)).not.toBeNull();
  });

  test('all sessions of a user, or all but one, are revoked at once', async () => {
    const { session } = await signIn();
    const stranger = await signIn();
    const other = { ...session, id: randomUUID() };
    await storage().sessions.create(other);
    await storage().sessions.revokeAll(session.userId, session.id);
    expect(await storage().sessions.list(session.userId, NOW)).toStrictEqual([session]);
    await storage().sessions.revokeAll(session.userId, null);
    expect(await storage().sessions.find(session.id, NOW)).toBeNull();
    expect(await storage().sessions.find(stranger.session.id, NOW)).not.toBeNull();
  });

  test('what has expired of all users is deleted in pages, and nothing else', async () => {
    const { sessions, oneTimeTokens, rememberedDevices } = storage();
    const people = [await signIn(), await signIn(), await signIn()].map(({ user }) => user.id);
    const kept = { createdAt: NOW, expiresAt: NOW + 1001, lastSeenAt: NOW, device: 'Safari on iPhone' };
    for (const userId of people) {
      await sessions.create({ id: `kept ${userId}`, userId, ...kept });
      for (const [name, expiresAt] of [['old', NOW + 1000] as const, ['kept', NOW + 1001] as const]) {
        const token = { hash: `${name} ${userId}`, userId, email: 'a@example.com', expiresAt };
        await oneTimeTokens.create(token, NOW);
        await rememberedDevices.add({ ...aRememberedDevice(userId), id: `${name} ${userId}`, expiresAt }, NOW);
      }
    }
    let after: string | null = '';
    while (after !== null) after = await sessions.deleteExpired(NOW + 1000, after, 2);
    for (const userId of people) {
      const left = [await sessions.list(userId, NOW), await rememberedDevices.list(userId, NOW)];
      expect(left.map((records) => records.map(({ id }) => id))).toEqual([[`kept ${userId}`], [`kept ${userId}`]]);
      expect(await oneTimeTokens.find(`old ${userId}`, NOW)).toBeNull();
      expect(await oneTimeTokens.find(`kept ${userId}`, NOW)).not.toBeNull();
    }
  });
}
