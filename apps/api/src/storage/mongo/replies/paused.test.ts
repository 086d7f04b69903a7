import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  aMessage,
  aProject,
  branch,
  completed,
  failed,
  newUser,
  NOW,
  send,
  shown,
  turn,
  upload,
  written,
} from '../../contract/samples.ts';
import type { BilledSubscription, ProjectRecord, ReplyRecord, Storage } from '../../storage.ts';
import { CREATING } from '../conversations/conversation-document.ts';
import { keyOf } from '../database/keys.ts';
import { findMongoTestServer, HOW_TO_RUN } from '../testing/find-mongo-test-server.ts';
import { openGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';

const server = await findMongoTestServer(process.env);
const INTERRUPTED = { code: 'interrupted', sentence: 'Interrupted.' } as const;
const RULE = { limit: 5, windowLength: 1000 };
const PAID: BilledSubscription = {
  tier: 'premium',
  status: 'active',
  periodEnd: NOW,
  cancelAt: null,
  yearlyAmount: 1,
  currency: 'usd',
  priceId: 'price_m',
  liveCount: 1,
};
/** Every delay with `npm test -- --all`, else every other one. */
const STEP = process.env.PARLEY_TEST_ALL ? 1 : 2;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

describe.runIf(server)(`storage delayed at any message to ${server?.name ?? `MongoDB (${HOW_TO_RUN})`}`, () => {
  let ways: GatedDatabase;
  let other: Storage;
  beforeAll(async () => {
    if (!server) return;
    ways = await openGatedDatabase(server, 30_000);
    other = ways.other;
  });
  afterAll(async () => {
    await ways.close();
    await server?.close();
  });

  /**
   * Repeats the work, delaying it after ever more of its messages until it completes without delay. `meanwhile` runs
   * during the delay, and `check` inspects the result after it. Both receive whether there was a delay.
   * `step` is for work of few messages.
   */
  async function sweep<Prepared, Result, Other>(steps: {
    prepare(): Promise<Prepared>;
    work(storage: Storage, prepared: Prepared): Promise<Result>;
    meanwhile(prepared: Prepared, isHeld: boolean): Promise<Other>;
    check(prepared: Prepared, said: Result | string, meanwhile: Other, isHeld: boolean): Promise<void>;
    step?: number;
  }): Promise<void> {
    for (let messages = 0, isHeld = true; isHeld; messages += steps.step ?? STEP) {
      const storage = await ways.open();
      const prepared = await steps.prepare();
      const held = ways.gate.holdAfter(messages);
      const done = steps.work(storage, prepared).catch((error: { code: string }) => error.code);
      isHeld = await Promise.race([done.then(() => false), held.then(() => true)]);
      const meanwhile = await steps.meanwhile(prepared, isHeld);
      await ways.gate.open();
      await steps.check(prepared, await done, meanwhile, isHeld);
      await storage.close();
    }
  }

  test.each(['new', 'known'])('a delayed message to a %s conversation is rejected after recovery', async (which) => {
    const first = which === 'new' ? [] : ['one', 'answer to one'];
    await sweep({
      async prepare() {
        const request = aMessage(await newUser(other), { owner: randomUUID(), usageRule: RULE, text: 'two' });
        const { userId, conversationId } = request;
        if (first.length > 0) await turn(other, userId, 'one', { conversationId });
        return request;
      },
      work: async (storage, request) => (await storage.replies.accept(request)).outcome,
      async meanwhile({ userId, conversationId, owner }, isHeld) {
        await other.replies.recoverReplies([owner], NOW, INTERRUPTED);
        if (!isHeld) return null;
        const next = await other.replies.accept(aMessage(userId, { conversationId, text: 'three' }));
        if (next.outcome === 'accepted') await other.replies.end(endOf(next.reply));
        return next.outcome;
      },
      async check({ userId, conversationId }, said, next) {
        for (const reply of await other.replies.listActive(userId)) await other.replies.end(endOf(reply));
        await expect.poll(() => ways.count('live_replies', { userId })).toBe(0);
        const texts = await branch(other, userId, conversationId);
        expect(texts.slice(0, first.length)).toStrictEqual(first);
        expect(texts.includes('three')).toBe(next === 'accepted');
        if (said === 'accepted') expect(texts).toContain('two');
        else if (texts.includes('two')) expect(texts[texts.indexOf('two') + 1]).toBe('Error: Interrupted.');
        const turns = Number(texts.includes('two')) + Number(texts.includes('three'));
        expect(texts).toHaveLength(first.length + 2 * turns);
        // The delayed call removes its own late writes.
        await expect.poll(() => ways.count('messages', { userId })).toBe(texts.length);
        await expect.poll(() => ways.count('replies', { userId })).toBe(texts.length / 2);
        expect(await ways.count('replies', { userId, status: 'streaming' })).toBe(0);
        await ways.expectNothingElse(userId, turns + first.length > 0 ? [conversationId] : []);
      },
    });
  });

  test('an unfinished conversation does not block its id', async () => {
    const userId = await newUser(other);
    const request = aMessage(userId, { title: 'new' });
    const { conversationId } = request;
    const left = { _id: keyOf(userId, conversationId), userId, title: 'left', deletedAt: CREATING };
    await ways.of('conversations').insertOne(left);
    expect(await other.conversations.purge(NOW, 9)).toBe(0);
    expect(await other.conversations.find(userId, conversationId)).toBeNull();
    expect(await other.conversations.delete(userId, conversationId, NOW)).toBe(false);
    expect(await other.replies.accept(request)).toMatchObject({ outcome: 'accepted', isNewConversation: true });
    expect(await other.conversations.find(userId, conversationId)).toMatchObject({ title: 'new' });
    expect(await branch(other, userId, conversationId)).toStrictEqual(['question', '']);
  });

  test('a message whose caller gave up does not leave a streaming reply', async () => {
    const now = performance.now.bind(performance);
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    onTestFinished(() => void vi.restoreAllMocks());
    await sweep({
      prepare: async () => aMessage(await newUser(other), { usageRule: RULE }),
      work: async (storage, request) => (await storage.replies.accept(request)).outcome,
      meanwhile: async () => void (passed += 61_000),
      async check({ userId }, said, _, isHeld) {
        expect(said).toBe(isHeld ? 'unavailable' : 'accepted');
        if (!isHeld) return;
        await expect.poll(() => ways.count('live_replies', { userId })).toBe(0);
        expect(await ways.count('replies', { userId, status: 'streaming' })).toBe(0);
        expect((await other.usage.window(userId))?.used ?? 0).toBe(0);
      },
    });
  });

  test('a message of a user who is deleted during the delay leaves nothing behind', async () => {
    await sweep({
      prepare: async () => aMessage(await newUser(other), { usageRule: RULE }),
      work: async (storage, request) => (await storage.replies.accept(request)).outcome,
      async meanwhile({ userId }) {
        await other.deletions.begin(userId, NOW);
        while (!(await other.deletions.removeContent(userId)));
        await other.deletions.finish(userId, NOW);
      },
      async check({ userId }) {
        await expect.poll(() => ways.count('usage_windows', { _id: userId })).toBe(0);
        const all = ['conversations', 'conversation_ids', 'messages', 'search_entries', 'replies', 'live_replies'];
        for (const each of all) {
          await expect.poll(() => ways.count(each, { userId }), { message: each }).toBe(0);
        }
      },
    });
  });

  test('reading a reply while it ends returns its last text or its end', async () => {
    await sweep({
      async prepare() {
        const reply = await send(other, await newUser(other));
        await other.replies.checkpoint([{ generationId: reply.generationId, message: written(reply, 'half') }]);
        return reply;
      },
      work: (storage, { userId, conversationId }) => shown(storage, userId, conversationId),
      meanwhile: (reply) => other.replies.end(endOf(reply)),
      async check(_, said) {
        const read = (said as Awaited<ReturnType<typeof shown>>).at(-1);
        expect(['half streaming', 'whole complete']).toContain(`${read?.text} ${read?.status}`);
      },
    });
  });

  test('a reply without an answer stays a version when a message followed it while it ended', async () => {
    await sweep({
      prepare: async () => send(other, await newUser(other)),
      work: (storage, reply) => storage.replies.end({ ...endOf(reply), message: failed(reply, '') }),
      async meanwhile({ userId, conversationId }) {
        return (await other.replies.accept(aMessage(userId, { conversationId }))).outcome;
      },
      async check({ userId }, _, next) {
        const isVersion = { userId, 'body.status': 'failed', counts: true };
        expect(await ways.count('messages', isVersion)).toBe(next === 'accepted' ? 1 : 0);
      },
    });
  });

  test('two searches that index one file of a project at once both find its passage, once', async () => {
    const search = (storage: Storage, { userId, id }: ProjectRecord) =>
      storage.projects.passages(userId, id, ['walnut'], 9).then((found) => found.map(({ text }) => text));
    await sweep({
      async prepare() {
        const userId = await newUser(other);
        const project = aProject(userId);
        await other.projects.create(project, 9);
        const { id } = await upload(other, userId, { text: 'walnut' });
        // As after a transfer.
        await ways.of('files').updateOne({ _id: id }, { $set: { projectId: project.id }, $unset: { unsentSince: 1 } });
        return project;
      },
      work: search,
      meanwhile: (project) => search(other, project),
      check: async (_, said, meanwhile) => expect([said, meanwhile]).toStrictEqual([['walnut'], ['walnut']]),
      step: 1,
    });
  });

  test('a conversation that is purged while its reply ends leaves nothing behind', async () => {
    await sweep({
      prepare: async () => send(other, await newUser(other)),
      work: (storage, reply) => storage.replies.end(endOf(reply)),
      async meanwhile({ userId, conversationId }) {
        await other.conversations.delete(userId, conversationId, NOW);
        await other.conversations.purgeDeleted(userId, [conversationId]);
      },
      async check({ userId }) {
        await ways.expectNothingElse(userId, []);
        expect(await ways.count('search_entries', { userId })).toBe(0);
      },
      step: 1,
    });
  });

  test('a picture stored while its conversation is purged is removed', async () => {
    await sweep({
      prepare: async () => send(other, await newUser(other)),
      work: (storage, { userId, conversationId }) => upload(storage, userId, { conversationId }),
      async meanwhile({ userId, conversationId }) {
        await other.conversations.delete(userId, conversationId, NOW);
        await other.conversations.purgeDeleted(userId, [conversationId]);
      },
      check: async ({ userId }) => expect(await ways.count('files', { userId })).toBe(0),
      step: 1,
    });
  });

  test.each([
    ['conversation', 'conversation'],
    ['conversation', 'project'],
    ['project', 'conversation'],
  ])('a file that a %s and a %s release at once is removed', async (first, second) => {
    await sweep({
      async prepare() {
        const userId = await newUser(other);
        const file = await upload(other, userId);
        const project = aProject(userId);
        if ([first, second].includes('project')) {
          await other.projects.create(project, 9);
          await other.projects.addFile(userId, project.id, file.id);
        }
        const addUse = async (user: string): Promise<(storage: Storage) => Promise<unknown>> => {
          if (user === 'project') return ({ projects }) => projects.removeFile(userId, project.id, file.id);
          const { conversationId } = await turn(other, userId, 'one', { attachments: [file] });
          await other.conversations.delete(userId, conversationId, NOW);
          return ({ conversations }) => conversations.purgeDeleted(userId, [conversationId]);
        };
        return { userId, releases: [await addUse(first), await addUse(second)] };
      },
      work: (storage, { releases: [release] }) => release!(storage),
      meanwhile: ({ releases: [, release] }) => release!(other),
      async check({ userId }) {
        await other.files.purgeUnsent(NOW, 9);
        expect(await ways.count('files', { userId })).toBe(0);
      },
      step: 1,
    });
  });

  test('a search that its reader left ends while the server is silent', async () => {
    const storage = await ways.open();
    const userId = await newUser(other);
    const held = ways.gate.holdAfter(0);
    const reader = new AbortController();
    const done = storage.conversations.search(userId, 'sea', 9, reader.signal);
    await held;
    reader.abort(new Error('left'));
    const said = await Promise.race([done.catch((error: Error) => error.message), delay(15_000, 'still running')]);
    await ways.gate.open();
    await storage.close();
    expect(said).toBe('left');
  });

  test('a search ends after two seconds with what it has', async () => {
    const storage = await ways.open();
    const userId = await newUser(other);
    const { conversationId } = await send(other, userId);
    const common = { userId, conversationId, messageId: null, words: ['sea'], folded: ' sea ' };
    const entries = Array.from({ length: 60 }, (_, at) => ({ ...common, _id: keyOf(userId, `${at}`), at }));
    await ways.of('search_entries').insertMany(entries);
    const now = performance.now.bind(performance);
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    onTestFinished(() => void vi.restoreAllMocks());
    // The first entries have arrived then.
    const held = ways.gate.holdAfter(1);
    const done = storage.conversations.search(userId, 'sea', 99);
    await held;
    passed = 2_000;
    await ways.gate.open();
    const { length } = await done;
    await storage.close();
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(60);
  });

  test('marking a customer as gone leaves its successor unchanged', async () => {
    const pay = async (customer: { customerId: string; userId: string }) => {
      const linked = await other.billing.link({ ...customer, isLive: false });
      if (linked?.customerId !== customer.customerId) return false;
      const sync = await other.billing.beginSync(customer.customerId);
      return sync !== null && other.billing.apply(sync, PAID, { now: NOW, dueAt: null });
    };
    await sweep({
      async prepare() {
        const customer = { customerId: `cus_${randomUUID()}`, userId: await newUser(other) };
        expect(await pay(customer)).toBe(true);
        return customer;
      },
      work: (storage, { customerId }) => storage.billing.markGone(customerId),
      meanwhile: ({ userId }) => pay({ customerId: `cus_${randomUUID()}`, userId }),
      async check({ userId }, _, isPaidAgain) {
        const tier = (await other.users.findById(userId))?.subscriptionTier;
        expect(tier).toBe(isPaidAgain ? 'premium' : 'free');
      },
    });
  });
});

function endOf(reply: ReplyRecord) {
  return { generationId: reply.generationId, message: completed(reply, 'whole'), usage: 'consume' as const, now: NOW };
}
