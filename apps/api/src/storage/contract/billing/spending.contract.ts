import { expect, test } from 'vitest';
import { AMOUNTS, NO_AMOUNTS } from '../../billing/spending-store.ts';
import type { ReplyRecord, Spending, Storage } from '../../storage.ts';
import { aSpending, aUser, completed, newUser, NOW, send, written } from '../samples.ts';

const DAY_MS = 86_400_000;
const TODAY = NOW / DAY_MS;
const INTERRUPTED = { code: 'interrupted', sentence: 'Interrupted.' } as const;

export function contract(storage: () => Storage): void {
  const ofUser = async (userId: string) =>
    (await storage().spending.ofUser(userId)).map(({ id: _id, userId: _userId, ...record }) => record);

  const end = (reply: ReplyRecord, spending: Spending, now = NOW) =>
    storage().replies.end({
      generationId: reply.generationId,
      message: completed(reply, 'done'),
      usage: 'consume',
      spending,
      now,
    });

  test('a reply adds what it used to its account, day, mode and model, once', async () => {
    const userId = await newUser(storage());
    const reply = await send(storage(), userId, { mode: 'thinking' });
    const spending = aSpending({ outputTokens: 5, microdollars: 40, estimatedRequests: 1, estimatedMicrodollars: 4 });
    const models = [...spending.models, ...aSpending({ searches: 2 }, 'brave').models];
    for (let times = 0; times < 2; times++) await end(reply, { plan: 'premium', models });
    const about = { day: TODAY, mode: 'thinking', plan: 'premium' };
    expect(await ofUser(userId)).toStrictEqual([
      { ...about, ...NO_AMOUNTS, model: 'brave', requests: 1, inputTokens: 10, searches: 2 },
      { ...about, ...spending.models[0] },
    ]);
    const next = await send(storage(), userId, { mode: 'thinking' });
    await end(next, spending, NOW + DAY_MS - 1);
    const [, sum] = await ofUser(userId);
    expect(sum).toStrictEqual({
      ...about,
      plan: 'free',
      model: 'gpt-test',
      ...Object.fromEntries(AMOUNTS.map((name) => [name, 2 * (spending.models[0]?.[name] ?? 0)])),
    });
  });

  test('of thirty ends of one reply at once, one counts', async () => {
    const userId = await newUser(storage());
    const reply = await send(storage(), userId);
    await Promise.all(Array.from({ length: 30 }, () => end(reply, aSpending())));
    expect(await ofUser(userId)).toMatchObject([{ requests: 1, inputTokens: 10 }]);
  });

  test('thirty replies that end at once add up', async () => {
    const userId = await newUser(storage());
    const replies = await Promise.all(Array.from({ length: 30 }, () => send(storage(), userId)));
    await Promise.all(replies.map((reply) => end(reply, aSpending())));
    expect(await ofUser(userId)).toMatchObject([{ requests: 30, inputTokens: 300 }]);
  });

  test('a reply of a dead process adds what its last checkpoint with spending has', async () => {
    const userId = await newUser(storage());
    const reply = await send(storage(), userId, { owner: 'dead' });
    const { generationId } = reply;
    const message = written(reply, 'so far', 3);
    for (const requests of [1, 2]) {
      await storage().replies.checkpoint([{ generationId, message, spending: aSpending({ requests }) }]);
    }
    await storage().replies.checkpoint([{ generationId, message: written(reply, 'so far and on', 4) }]);
    for (let times = 0; times < 2; times++) await storage().replies.recoverReplies(['dead'], NOW, INTERRUPTED);
    expect(await ofUser(userId)).toMatchObject([{ day: TODAY, mode: 'normal', requests: 2 }]);
  });

  test('recovery adds what a reply had used after its last checkpoint', async () => {
    const userId = await newUser(storage());
    const { generationId, ...reply } = await send(storage(), userId, { owner: 'late' });
    const message = written({ generationId, ...reply }, 'so far', 3);
    await storage().replies.checkpoint([{ generationId, message, spending: aSpending({ requests: 1 }) }]);
    const sent = new Map([[generationId, { generationId, message, spending: aSpending({ requests: 2 }) }]]);
    for (let times = 0; times < 2; times++) await storage().replies.recoverReplies(['late'], NOW, INTERRUPTED, sent);
    expect(await ofUser(userId)).toMatchObject([{ day: TODAY, mode: 'normal', requests: 2 }]);
  });

  test('calls beside replies add up, for each account by itself', async () => {
    const [userId, other] = [await newUser(storage()), await newUser(storage())];
    for (const characters of [100, 20]) {
      await storage().spending.add(userId, 'read_aloud', aSpending({ characters }, 'tts-1'), NOW);
    }
    await storage().spending.add(other, 'title', aSpending(), NOW);
    expect(await ofUser(userId)).toMatchObject([{ mode: 'read_aloud', model: 'tts-1', requests: 2, characters: 120 }]);
    expect(await ofUser(other)).toMatchObject([{ mode: 'title', requests: 1 }]);
  });

  test('the sums of days are by mode, model and plan, and name the most expensive accounts', async () => {
    const { spending, users } = storage();
    const ids = [await newUser(storage()), await newUser(storage()), await newUser(storage())];
    // A year of its own, since engines may share one storage between tests.
    const first = TODAY + 10_000 + Math.floor(Math.random() * 1_000_000);
    const at = (day: number) => (first + day) * DAY_MS;
    for (const [index, userId] of ids.entries()) {
      await spending.add(userId, 'normal', aSpending({ microdollars: 10 ** index }), at(0));
      await spending.add(userId, 'normal', aSpending({ microdollars: 5 }), at(1));
      await spending.add(userId, 'normal', aSpending({ microdollars: 1_000 }), at(2));
    }
    const daily = await spending.daily(first, first + 1);
    expect(daily.toSorted((a, b) => a.day - b.day)).toMatchObject([
      { day: first, mode: 'normal', model: 'gpt-test', plan: 'free', requests: 3, microdollars: 111 },
      { day: first + 1, mode: 'normal', model: 'gpt-test', plan: 'free', requests: 3, microdollars: 15 },
    ]);
    const topAccounts = await spending.topAccounts(first, first + 1, 2);
    const emailOf = async (id = '') => (await users.findById(id))?.email;
    expect(topAccounts).toStrictEqual([
      { email: await emailOf(ids[2]), plan: 'free', requests: 2, microdollars: 105, estimatedMicrodollars: 0 },
      { email: await emailOf(ids[1]), plan: 'free', requests: 2, microdollars: 15, estimatedMicrodollars: 0 },
    ]);
  });

  test('the sums of days have every amount, each by itself', async () => {
    const first = TODAY + 4_000_000 + Math.floor(Math.random() * 1_000_000);
    const amounts = Object.fromEntries(AMOUNTS.map((name, index) => [name, 3 ** index]));
    const modes = ['normal', 'normal', 'dictation'] as const;
    for (const mode of modes) {
      await storage().spending.add(await newUser(storage()), mode, aSpending(amounts), first * DAY_MS);
    }
    const twice = Object.fromEntries(AMOUNTS.map((name, index) => [name, 2 * 3 ** index]));
    const about = { day: first, model: 'gpt-test', plan: 'free' };
    const daily = await storage().spending.daily(first, first);
    expect(daily.toSorted((a, b) => a.mode.localeCompare(b.mode))).toStrictEqual([
      { ...about, mode: 'dictation', ...amounts },
      { ...about, mode: 'normal', ...twice },
    ]);
  });

  test('a dear account has the plan of its last use', async () => {
    const { spending } = storage();
    const first = TODAY + 3_000_000 + Math.floor(Math.random() * 1_000_000);
    const plans = ['premium', 'basic', 'free', 'team'];
    for (const [index, plan] of plans.entries()) {
      const userId = await newUser(storage());
      for (const [day, used] of [plan, 'basic', plan].entries()) {
        const spent = { ...aSpending({ microdollars: 10 ** (4 - index) }), plan: used };
        await spending.add(userId, 'normal', spent, (first + day) * DAY_MS);
      }
    }
    expect((await spending.topAccounts(first, first + 2, 9)).map(({ plan }) => plan)).toEqual(plans);
  });

  test('a dear account without an address is named by its id', async () => {
    const { spending, users } = storage();
    const user = aUser({ email: null, passwordHash: null });
    await users.create(user);
    const first = TODAY + 5_000_000 + Math.floor(Math.random() * 1_000_000);
    await spending.add(user.id, 'normal', aSpending({ microdollars: 8 }), first * DAY_MS);
    expect((await spending.topAccounts(first, first, 9)).map(({ email }) => email)).toStrictEqual([user.id]);
  });

  test('the spending of a deleted account stays without its id, and so does later spending', async () => {
    const { spending, deletions } = storage();
    const userId = await newUser(storage());
    const first = TODAY + 2_000_000 + Math.floor(Math.random() * 1_000_000);
    const now = first * DAY_MS;
    await spending.add(userId, 'normal', aSpending({ microdollars: 8 }), now);
    await deletions.begin(userId, NOW);
    while (!(await deletions.removeContent(userId)));
    await deletions.finish(userId, NOW);
    await spending.add(userId, 'title', aSpending({ microdollars: 1 }), now);
    expect(await ofUser(userId)).toStrictEqual([]);
    const sums = await spending.daily(first, first);
    expect(sums.map(({ microdollars }) => microdollars).toSorted()).toStrictEqual([1, 8]);
    expect((await spending.topAccounts(first, first, 9)).map(({ email }) => email)).toStrictEqual([null, null]);
  });
}
