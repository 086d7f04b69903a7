import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  aMessage,
  anAttachment,
  aUser,
  branch,
  completed,
  newUser,
  NOW,
  send,
  turn,
  upload,
} from '../../contract/samples.ts';
import type { AcceptRequest, Storage } from '../../storage.ts';
import { anImport } from '../../contract/conversations/imports.contract.ts';
import { findMongoTestServer, HOW_TO_RUN } from '../testing/find-mongo-test-server.ts';
import { openGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';

const server = await findMongoTestServer(process.env);
const INTERRUPTED = { code: 'interrupted', sentence: 'Interrupted.' } as const;
const RULE = { limit: 5, windowLength: 1000 };
/** Every cut with `npm test -- --all`, else every other one. */
const STEP = process.env.PARLEY_TEST_ALL ? 1 : 2;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

describe.runIf(server)(`storage cut off after any message to ${server?.name ?? `MongoDB (${HOW_TO_RUN})`}`, () => {
  let ways: GatedDatabase;
  let after: Storage;
  beforeAll(async () => {
    if (!server) return;
    ways = await openGatedDatabase(server, 300);
    after = ways.other;
  });
  afterAll(async () => {
    await ways.close();
    await server?.close();
  });
  const count: GatedDatabase['count'] = (...given) => ways.count(...given);
  const expectNothingElse: GatedDatabase['expectNothingElse'] = (...given) => ways.expectNothingElse(...given);

  /**
   * Repeats the work, cutting it off after ever more of its messages until it completes. `check` inspects the result
   * once the server is back and the interrupted process is gone, unless that process `stays`.
   */
  async function sweep<Prepared, Result>(steps: {
    prepare(storage: Storage, owner: string): Promise<Prepared>;
    work(storage: Storage, prepared: Prepared): Promise<Result>;
    check(prepared: Prepared, result: Result | null, storage: Storage): Promise<void>;
    stays?: boolean;
  }): Promise<number> {
    for (let messages = 0; ; messages += STEP) {
      const owner = randomUUID();
      const before = await ways.open();
      const prepared = await steps.prepare(before, owner);
      ways.gate.shutAfter(messages);
      const [done] = await Promise.allSettled([steps.work(before, prepared)]);
      if (!steps.stays) await before.close();
      await ways.gate.open();
      if (done.status === 'rejected') expect(done.reason).toMatchObject({ code: 'unavailable' });
      const result = done.status === 'rejected' ? null : done.value;
      if (!steps.stays) await after.replies.recoverReplies([owner], NOW, INTERRUPTED);
      await steps.check(prepared, result, before);
      expect(await after.replies.owners()).not.toContain(owner);
      if (steps.stays) await before.close();
      if (result !== null) return messages;
    }
  }

  test('a first message is stored completely or not at all, and can be sent again', async () => {
    const cuts = await sweep({
      async prepare(storage, owner) {
        const userId = await newUser(storage);
        const attachment = await upload(storage, userId);
        return aMessage(userId, { owner, usageRule: RULE, attachments: [attachment], text: 'tea?' });
      },
      work: (storage, request) => storage.replies.accept(request),
      async check(request, result) {
        const { userId, conversationId, clientMessageId, attachments } = request;
        const found = await after.replies.findByClientMessageId(userId, clientMessageId);
        if (result) expect(found).not.toBeNull();
        const texts = await branch(after, userId, conversationId);
        expect(texts).toStrictEqual(found ? ['tea?', 'Error: Interrupted.'] : []);
        expect((await after.usage.window(userId))?.used ?? 0).toBe(0);
        const [file] = await after.files.findAll(userId, [attachments?.[0]?.id ?? '']);
        expect(file?.conversationId).toBe(found ? conversationId : null);
        await expectNothingElse(userId, [conversationId]);
        expect((await after.replies.accept({ ...sentAgain(request), owner: 'next' })).outcome).toBe(
          found ? 'duplicate' : 'accepted',
        );
        expect((await after.usage.window(userId))?.used ?? 0).toBe(found ? 0 : 1);
      },
    });
    expect(cuts).toBeGreaterThan(10);
  });

  test('an import shows a conversation completely or not at all, and can be repeated', async () => {
    let isPurged = false;
    const cuts = await sweep({
      async prepare(storage) {
        const userId = await newUser(storage);
        const { id } = await upload(storage, userId);
        return { userId, record: anImport(['q1', 'a1', ['a2', 0], 'q3'], { fileIds: [id] }) };
      },
      work: (storage, { userId, record }) => storage.conversations.import(userId, [record], NOW),
      async check({ userId, record }) {
        const { id } = record.conversation;
        const found = await after.conversations.find(userId, id);
        expect(await branch(after, userId, id)).toStrictEqual(found ? ['q1', 'a2', 'q3'] : []);
        if (!found) expect(await after.conversations.search(userId, 'q1', 9)).toStrictEqual([]);
        // Every other time, the purge finds the remains before they are imported again, and takes the file with them.
        isPurged = !isPurged && !found;
        if (isPurged) await after.conversations.purge(NOW + 1, 99);
        if (isPurged) await expectNothingElse(userId, []);
        const fileIds = isPurged ? [] : record.fileIds;
        const again = await after.conversations.import(userId, [{ ...record, fileIds }], NOW);
        expect(again).toStrictEqual([found ? 'same' : 'new']);
        expect(await branch(after, userId, id)).toStrictEqual(['q1', 'a2', 'q3']);
        expect(await after.conversations.search(userId, 'q1', 9)).toHaveLength(1);
        await turn(after, userId, 'more', { conversationId: id });
      },
    });
    expect(cuts).toBeGreaterThan(5);
  });

  test('a grown import that was cut off is completed by its repetition', async () => {
    const cuts = await sweep({
      async prepare(storage) {
        const userId = await newUser(storage);
        const first = anImport(['q1', 'a1']);
        await storage.conversations.import(userId, [first], NOW);
        return { userId, grown: anImport(['q1', 'a1', 'q2', 'a2'], { id: first.conversation.id }) };
      },
      work: (storage, { userId, grown }) => storage.conversations.import(userId, [grown], NOW),
      async check({ userId, grown }) {
        const { id } = grown.conversation;
        const whole = ['q1', 'a1', 'q2', 'a2'];
        expect([whole, whole.slice(0, 2)]).toContainEqual(await branch(after, userId, id));
        expect(['grown', 'same']).toContain((await after.conversations.import(userId, [grown], NOW))[0]);
        expect(await branch(after, userId, id)).toStrictEqual(whole);
        expect(await after.conversations.search(userId, 'a2', 9)).toHaveLength(1);
        await turn(after, userId, 'more', { conversationId: id });
        expect(await after.conversations.tree(userId, id)).toHaveLength(6);
      },
    });
    expect(cuts).toBeGreaterThan(3);
  });

  test('a replacing message is stored completely, or the branch is unchanged', async () => {
    await sweep({
      async prepare(storage, owner) {
        const userId = await newUser(storage);
        const { conversationId, assistantMessageId } = await turn(storage, userId, 'one');
        return aMessage(userId, { owner, usageRule: RULE, conversationId, replaces: assistantMessageId });
      },
      work: (storage, request) => storage.replies.accept(request),
      async check({ userId, conversationId, clientMessageId }) {
        const found = await after.replies.findByClientMessageId(userId, clientMessageId);
        expect(await branch(after, userId, conversationId)).toStrictEqual(['one', 'answer to one']);
        expect(await after.conversations.tree(userId, conversationId)).toHaveLength(found ? 3 : 2);
        expect((await after.usage.window(userId))?.used ?? 0).toBe(0);
        await expectNothingElse(userId, [conversationId]);
        await turn(after, userId, 'two', { conversationId });
      },
    });
  });

  test('the end of a reply is stored completely, or the reply was interrupted', async () => {
    await sweep({
      async prepare(storage, owner) {
        const userId = await newUser(storage);
        return send(storage, userId, { owner, usageRule: RULE });
      },
      work: (storage, reply) => storage.replies.end(endOf(reply)),
      async check(reply, result) {
        const { userId, conversationId, generationId } = reply;
        const status = (await after.replies.find(userId, generationId))?.status;
        expect(['complete', 'interrupted']).toContain(status);
        if (result) expect(status).toBe('complete');
        const isComplete = status === 'complete';
        const texts = await branch(after, userId, conversationId);
        expect(texts[1]).toBe(isComplete ? 'whole' : 'Error: Interrupted.');
        expect(await after.conversations.search(userId, 'whole', 9)).toHaveLength(isComplete ? 1 : 0);
        expect((await after.usage.window(userId))?.used ?? 0).toBe(isComplete ? 1 : 0);
        await expectNothingElse(userId, [conversationId]);
        await turn(after, userId, 'next', { conversationId });
      },
    });
  });

  test('repeating the end of a reply stores it once', async () => {
    await sweep({
      stays: true,
      prepare: async (storage, owner) => send(storage, await newUser(storage), { owner, usageRule: RULE }),
      work: (storage, reply) => storage.replies.end(endOf(reply)),
      async check(reply, result, storage) {
        const { userId, conversationId } = reply;
        const again = await vi.waitFor(() => storage.replies.end(endOf(reply)));
        expect(again).toBe(result === null);
        expect(await storage.replies.end(endOf(reply))).toBe(false);
        expect((await branch(storage, userId, conversationId))[1]).toBe('whole');
        expect((await storage.usage.window(userId))?.used).toBe(1);
        await expectNothingElse(userId, [conversationId]);
      },
    });
  });

  test('a process that lost the server undoes its unfinished message, which it can then send again', async () => {
    await sweep({
      stays: true,
      prepare: async (storage, owner) => aMessage(await newUser(storage), { owner, usageRule: RULE }),
      work: (storage, request) => storage.replies.accept(request),
      async check(request, result, storage) {
        const { userId, conversationId } = request;
        const repeat = () => storage.replies.accept(sentAgain(request));
        const again = result ?? (await vi.waitFor(repeat));
        if (again.outcome === 'accepted') {
          expect((await storage.usage.window(userId))?.used).toBe(1);
          await vi.waitFor(() => storage.replies.end(endOf(again.reply)));
        } else {
          // It was accepted, but the caller never learned that. Nothing writes the reply, so it is interrupted.
          const found = () => storage.replies.findByClientMessageId(userId, request.clientMessageId);
          await expect.poll(async () => (await found())?.status).toBe('interrupted');
          await expect.poll(() => storage.usage.window(userId)).toBeNull();
          await expect.poll(() => count('live_replies', { userId })).toBe(0);
        }
        await expectNothingElse(userId, [conversationId]);
      },
    });
  });

  test('a file is stored completely or not at all, and leaves nothing behind', async () => {
    await sweep({
      prepare: async (storage) => ({ userId: await newUser(storage), id: randomUUID() }),
      work: (storage, { userId, id }) =>
        upload(storage, userId, { attachment: anAttachment({ id }), bytes: new Uint8Array(300_000) }),
      async check({ userId, id }, result) {
        const file = await after.files.find(id);
        if (result) expect(file).not.toBeNull();
        if (file) expect(await after.files.bytes(id)).toHaveLength(300_000);
        await after.files.purgeUnsent(NOW + 1, 99);
        expect(await count('files', { userId })).toBe(0);
        expect(await count('bytes.files', { _id: id as never })).toBe(0);
        expect(await count('bytes.chunks', { files_id: id })).toBe(0);
      },
    });
  });

  test('an interrupted purge can be completed later', async () => {
    await sweep({
      async prepare(storage) {
        const userId = await newUser(storage);
        const attachment = await upload(storage, userId);
        const { conversationId } = await turn(storage, userId, 'a', { attachments: [attachment] });
        await storage.conversations.delete(userId, conversationId, NOW);
        return { userId, conversationId };
      },
      work: (storage) => storage.conversations.purge(NOW + 1, 1),
      async check({ userId, conversationId }) {
        await after.conversations.purge(NOW + 1, 1);
        await after.files.purgeUnsent(NOW, 9);
        expect(await after.conversations.delete(userId, conversationId, NOW)).toBe(false);
        await expectNothingElse(userId, []);
        for (const left of ['files', 'search_entries', 'replies']) expect(await count(left, { userId })).toBe(0);
      },
    });
  });

  test('a deleted customer loses its subscription as well, or is synced again', async () => {
    await sweep({
      async prepare(storage) {
        const [userId, customerId] = [await newUser(storage), `cus_${randomUUID()}`];
        await storage.billing.link({ customerId, userId, isLive: false });
        const sync = await storage.billing.beginSync(customerId);
        const paid = { tier: 'premium', status: 'active', periodEnd: NOW, cancelAt: null } as const;
        const subscription = { ...paid, yearlyAmount: 1, currency: 'usd', priceId: 'price_m', liveCount: 1 };
        await storage.billing.apply(sync!, subscription, { now: NOW, dueAt: NOW });
        return { userId, customerId };
      },
      work: (storage, { customerId }) => storage.billing.markGone(customerId).then(() => true),
      async check({ userId, customerId }) {
        const { billing, users } = after;
        if ((await billing.listDue(false, NOW, 99)).includes(customerId)) await billing.markGone(customerId);
        expect((await users.findById(userId))?.subscriptionTier).toBe('free');
        const next = { customerId: `next_${customerId}`, userId, isLive: false };
        expect(await billing.link(next)).toStrictEqual({ ...next, isGone: false });
      },
    });
  });

  test('a user is created together with an identity, or neither blocks another attempt', async () => {
    await sweep({
      prepare: async () => aUser(),
      work: (storage, user) => storage.identities.createUser(user, identityOf(user.id)),
      async check(user) {
        const found = await after.identities.find('apple', user.id);
        expect((await after.users.findById(user.id)) !== null).toBe(found !== null);
        const next = { ...user, id: randomUUID() };
        const outcome = await after.identities.createUser(next, { ...identityOf(user.id), userId: next.id });
        expect(outcome).toBe(found ? 'subject-taken' : 'created');
      },
    });
  });
});

/** The same message in another call, with new ids for the created objects. */
function sentAgain(request: AcceptRequest): AcceptRequest {
  const [generationId, userMessageId, assistantMessageId] = [randomUUID(), randomUUID(), randomUUID()];
  return { ...request, generationId, userMessageId, assistantMessageId };
}

function endOf(reply: Parameters<typeof completed>[0]) {
  return { generationId: reply.generationId, message: completed(reply, 'whole'), usage: 'consume' as const, now: NOW };
}

function identityOf(userId: string) {
  const mail = { email: null, isPrivateRelay: false, forwardsMail: true };
  return { provider: 'apple' as const, subject: userId, userId, ...mail, refreshToken: null, createdAt: NOW };
}
