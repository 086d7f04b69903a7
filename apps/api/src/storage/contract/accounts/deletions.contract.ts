import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aMessage, anAttachment, aUser, branch, NOW, send, turn, upload } from '../samples.ts';

export function contract(storage: () => Storage): void {
  /** Creates a user with every kind of data a user can have. */
  async function settle() {
    const user = aUser();
    await storage().users.create(user);
    const userId = user.id;
    const session = { id: randomUUID(), userId, createdAt: NOW, expiresAt: NOW + 1e6, lastSeenAt: NOW, device: '' };
    await storage().sessions.create(session);
    const email = user.email ?? '';
    const token = { hash: randomUUID(), userId, email, expiresAt: NOW + 1e6 };
    await storage().oneTimeTokens.create(token, NOW);
    const relay = { isPrivateRelay: false, forwardsMail: true };
    const subject = { provider: 'apple' as const, subject: userId, userId };
    await storage().identities.link({ ...subject, ...relay, email, refreshToken: null, createdAt: NOW });
    await storage().onboarding.save(userId, { step: 'quiz' });
    const sent = await upload(storage(), userId);
    const unsent = await upload(storage(), userId);
    const usageRule = { limit: 100, windowLength: 1000 };
    const reply = await turn(storage(), userId, 'hello', { attachments: [sent], usageRule });
    for (let more = 0; more < 12; more++) await turn(storage(), userId, 'tea');
    await storage().conversations.delete(userId, (await turn(storage(), userId, 'thrown away')).conversationId, NOW);
    return { user, email, userId, session, token, files: [sent.id, unsent.id], reply };
  }

  async function finish(userId: string): Promise<number> {
    let calls = 1;
    while (!(await storage().deletions.removeContent(userId))) expect(calls++).toBeLessThan(50);
    await storage().deletions.finish(userId, NOW);
    return calls;
  }

  test('starting a deletion makes the user unknown and frees the address', async () => {
    const { email, userId, session, token } = await settle();
    await storage().deletions.begin(userId, NOW);
    await storage().deletions.begin(userId, NOW);
    expect(await storage().users.findById(userId)).toBeNull();
    expect(await storage().users.findByEmail(email)).toBeNull();
    expect(await storage().users.setVerified(userId, email)).toBe(false);
    expect(await storage().users.setEmail(userId, 'new@example.com', aUser().passwordHash)).toBe(false);
    expect(await storage().sessions.find(session.id, NOW)).toBeNull();
    expect(await storage().oneTimeTokens.find(token.hash, NOW)).toBeNull();
    expect(await storage().users.create(aUser({ email }))).toBe(true);
    expect(await storage().deletions.listUnfinished()).toStrictEqual([userId]);
    expect(await storage().identities.listOfUser(userId)).toHaveLength(1);
  });

  test('requests that began before the deletion are rejected', async () => {
    const { userId, session } = await settle();
    await storage().deletions.begin(userId, NOW);
    expect((await storage().replies.accept(aMessage(userId))).outcome).toBe('not-found');
    const file = { attachment: anAttachment(), userId, conversationId: null, createdAt: NOW };
    await expect(storage().files.create(file, new Uint8Array([1]), null)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await storage().sessions.create(session);
    expect(await storage().sessions.find(session.id, NOW)).toBeNull();
    await finish(userId);
    expect((await storage().replies.accept(aMessage(userId))).outcome).toBe('not-found');
  });

  test('deleting in pieces removes everything of the user and nothing of another user', async () => {
    const [gone, stays] = [await settle(), await settle()];
    await storage().deletions.begin(gone.userId, NOW);
    expect(await finish(gone.userId)).toBeGreaterThan(2);
    expect(await storage().deletions.listUnfinished()).toStrictEqual([]);
    expect(await storage().deletions.removeContent(gone.userId)).toBe(true);
    await storage().deletions.finish(gone.userId, NOW);
    expect(await storage().identities.listOfUser(gone.userId)).toStrictEqual([]);
    expect((await storage().conversations.list(gone.userId, { limit: 9 })).items).toStrictEqual([]);
    expect(await storage().conversations.search(gone.userId, 'tea', 9)).toStrictEqual([]);
    expect(await storage().usage.window(gone.userId)).toBeNull();
    expect(await storage().onboarding.find(gone.userId)).toBeNull();
    for (const id of gone.files) expect(await storage().files.bytes(id)).toBeNull();
    expect(await storage().users.findById(stays.userId)).toStrictEqual(stays.user);
    expect(await branch(storage(), stays.userId, stays.reply.conversationId)).toHaveLength(2);
    expect(await storage().onboarding.find(stays.userId)).not.toBeNull();
    for (const id of stays.files) expect(await storage().files.bytes(id)).not.toBeNull();
  });

  test('deleting a user removes a streaming reply', async () => {
    const { userId } = await settle();
    const reply = await send(storage(), userId);
    await storage().deletions.begin(userId, NOW);
    await finish(userId);
    expect(await storage().replies.find(userId, reply.generationId)).toBeNull();
  });

  test('a user without a started deletion loses nothing', async () => {
    const { user, userId } = await settle();
    expect(await storage().deletions.removeContent(userId)).toBe(true);
    await storage().deletions.finish(userId, NOW);
    await storage().deletions.begin('unknown', NOW);
    expect(await storage().deletions.listUnfinished()).toStrictEqual([]);
    expect(await storage().users.findById(userId)).toStrictEqual(user);
  });
}
