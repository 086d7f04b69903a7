import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { IdentityRecord, Storage } from '../../storage.ts';
import { aUser, newUser, NOW } from '../samples.ts';

function anIdentity(changes: Partial<IdentityRecord> = {}): IdentityRecord {
  return {
    provider: 'apple',
    subject: randomUUID(),
    userId: randomUUID(),
    email: 'someone@example.com',
    isPrivateRelay: true,
    forwardsMail: true,
    refreshToken: null,
    createdAt: NOW,
    ...changes,
  };
}

export function contract(storage: () => Storage): void {
  const find = (subject: string) => storage().identities.find('apple', subject);

  test('a user is stored together with an identity, and both are found', async () => {
    const user = aUser({ email: null, passwordHash: null });
    const identity = anIdentity({ userId: user.id });
    expect(await storage().identities.createUser(user, identity)).toBe('created');
    expect(await storage().users.findById(user.id)).toStrictEqual(user);
    expect(await find(identity.subject)).toStrictEqual(identity);
    expect(await storage().identities.listOfUser(user.id)).toStrictEqual([identity]);
    expect(await find('unknown')).toBeNull();
  });

  test('identities of two issuers are kept apart, even if their addresses and subjects join to the same text', async () => {
    const userId = await newUser(storage());
    const one = anIdentity({ userId, provider: 'https://id.example.com', subject: '8443:1' });
    const other = anIdentity({ userId, provider: 'https://id.example.com:8443', subject: '1' });
    expect(await storage().identities.link(one)).toBe(true);
    expect(await storage().identities.link(other)).toBe(true);
    expect(await storage().identities.find(one.provider, one.subject)).toStrictEqual(one);
    await storage().identities.remove(one.provider, one.subject);
    expect(await storage().identities.find(other.provider, other.subject)).toStrictEqual(other);
  });

  test('concurrent creation of users with one subject stores exactly one', async () => {
    const subject = randomUUID();
    const users = Array.from({ length: 20 }, () => aUser({ email: null }));
    const outcomes = await Promise.all(
      users.map((user) => storage().identities.createUser(user, anIdentity({ subject, userId: user.id }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'subject-taken')).toHaveLength(19);
    for (const [index, { id }] of users.entries()) {
      expect((await storage().users.findById(id)) !== null).toBe(outcomes[index] === 'created');
    }
  });

  test('a user whose address is taken is not stored, and neither is the identity', async () => {
    const first = aUser();
    await storage().users.create(first);
    const user = aUser({ email: first.email });
    const identity = anIdentity({ userId: user.id });
    expect(await storage().identities.createUser(user, identity)).toBe('email-taken');
    expect(await find(identity.subject)).toBeNull();
    expect(await storage().users.findById(user.id)).toBeNull();
  });

  test('exactly one of two users gets a subject that both link at once', async () => {
    const subject = randomUUID();
    const userIds = [await newUser(storage()), await newUser(storage())];
    const linked = await Promise.all(
      userIds.map((userId) => storage().identities.link(anIdentity({ subject, userId }))),
    );
    expect(linked.filter(Boolean)).toHaveLength(1);
    expect((await find(subject))?.userId).toBe(userIds[linked.indexOf(true)]);
    expect(await storage().identities.link(anIdentity({ subject, userId: userIds[0]! }))).toBe(false);
  });

  test('a user can have several identities, oldest first, which are updated and removed independently', async () => {
    const userId = await newUser(storage());
    const newer = anIdentity({ userId, createdAt: NOW + 1 });
    const older = anIdentity({ userId, email: null });
    for (const identity of [newer, older]) expect(await storage().identities.link(identity)).toBe(true);
    expect(await storage().identities.listOfUser(userId)).toStrictEqual([older, newer]);

    const patch = { email: 'new@example.com', isPrivateRelay: false, forwardsMail: false, refreshToken: 'sealed' };
    await storage().identities.update('apple', older.subject, patch);
    await storage().identities.update('apple', newer.subject, {});
    await storage().identities.update('apple', 'unknown', patch);
    expect(await storage().identities.listOfUser(userId)).toStrictEqual([{ ...older, ...patch }, newer]);

    await storage().identities.remove('apple', older.subject);
    await storage().identities.remove('apple', older.subject);
    expect(await storage().identities.listOfUser(userId)).toStrictEqual([newer]);
  });

  test.each(['being deleted', 'deleted'])('a user who is %s gets no identity, so another user can', async (state) => {
    const { identities, deletions } = storage();
    const identity = anIdentity({ userId: await newUser(storage()) });
    await deletions.begin(identity.userId, NOW);
    if (state === 'deleted') await deletions.finish(identity.userId, NOW);
    await expect(identities.link(identity)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await identities.link({ ...identity, userId: await newUser(storage()) })).toBe(true);
  });
}
