import { refund, reserve, usageAt, windowOf, type ModeId, type UsageCount, type UsageRule } from '@parley/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReplyRecord, Storage } from '../../storage.ts';
import { aMessage, completed, end, failed, newUser, NOW, send } from '../samples.ts';
import type { Rounds } from '../rounds.ts';

const SEED = 20262;

export function contract(storage: () => Storage, roundsOf: Rounds): void {
  const RULE: UsageRule = { limit: 2, windowLength: 1000 };
  const counted = (userId: string, now: number) => send(storage(), userId, { usageRule: RULE, now });
  const window = (userId: string) => storage().usage.window(userId);

  test('the first counted message opens a window', async () => {
    const userId = await newUser(storage());
    expect(await window(userId)).toBeNull();
    await counted(userId, NOW);
    expect(await window(userId)).toStrictEqual({ used: 1, start: NOW, end: NOW + 1000 });
    await counted(userId, NOW + 999);
    expect(await window(userId)).toStrictEqual({ used: 2, start: NOW, end: NOW + 1000 });
  });

  test.each([
    [-1, 'refused'],
    [0, 'the first of a new window'],
    [1, 'the first of a new window'],
  ])('a message %i ms after the end of a full window is %s', async (offset, expected) => {
    const userId = await newUser(storage());
    await counted(userId, NOW);
    await counted(userId, NOW);
    const now = NOW + 1000 + offset;
    const result = await storage().replies.accept(aMessage(userId, { usageRule: RULE, now }));
    if (expected === 'refused') {
      expect(result).toStrictEqual({ outcome: 'limit-reached', window: { used: 2, start: NOW, end: NOW + 1000 } });
    } else {
      expect(await window(userId)).toStrictEqual({ used: 1, start: now, end: now + 1000 });
    }
  });

  test('a window that opened while the clock was years ahead does not lock its user out', async () => {
    const userId = await newUser(storage());
    const later = NOW + 20 * 365 * 24 * 3_600_000;
    await counted(userId, later);
    await counted(userId, NOW);
    expect(await window(userId)).toStrictEqual({ used: 1, start: NOW, end: NOW + 1000 });
  });

  test('a clock that moves backward stays in the window', async () => {
    const userId = await newUser(storage());
    await counted(userId, NOW);
    await counted(userId, NOW - 5000);
    expect(await window(userId)).toStrictEqual({ used: 2, start: NOW, end: NOW + 1000 });
    await expect(counted(userId, NOW - 9000)).rejects.toThrow('limit-reached');
  });

  test('a limit of zero rejects the first message and opens no window', async () => {
    const userId = await newUser(storage());
    const request = aMessage(userId, { usageRule: { limit: 0, windowLength: 1000 } });
    const fresh = { used: 0, start: NOW, end: NOW + 1000 };
    expect(await storage().replies.accept(request)).toStrictEqual({ outcome: 'limit-reached', window: fresh });
    expect(await window(userId)).toBeNull();
    expect(await storage().conversations.find(userId, request.conversationId)).toBeNull();
  });

  test('a refund gives one message back, once', async () => {
    const userId = await newUser(storage());
    const reply = await counted(userId, NOW);
    await counted(userId, NOW);
    expect(await end(storage(), reply, failed(reply, ''), 'refund')).toBe(true);
    expect(await end(storage(), reply, failed(reply, ''), 'refund')).toBe(false);
    expect((await window(userId))?.used).toBe(1);
    await counted(userId, NOW);
    await expect(counted(userId, NOW)).rejects.toThrow('limit-reached');
  });

  test('a refund leaves a later window unchanged', async () => {
    const userId = await newUser(storage());
    const reply = await counted(userId, NOW);
    await counted(userId, NOW + 1000);
    await end(storage(), reply, failed(reply, ''), 'refund');
    expect(await window(userId)).toStrictEqual({ used: 1, start: NOW + 1000, end: NOW + 2000 });
  });

  test('the window opens with the first message that stays counted, in whatever order the replies end', async () => {
    const userId = await newUser(storage());
    const rule = { limit: 3, windowLength: 1000 };
    const at = (now: number) => send(storage(), userId, { usageRule: rule, now });
    const [first, second, third] = [await at(NOW), await at(NOW + 100), await at(NOW + 200)];
    await end(storage(), second, failed(second, ''), 'refund');
    expect(await window(userId)).toStrictEqual({ used: 2, start: NOW, end: NOW + 1000 });
    await end(storage(), first, failed(first, ''), 'refund');
    expect(await window(userId)).toStrictEqual({ used: 1, start: NOW + 200, end: NOW + 1200 });
    await end(storage(), third, failed(third, ''), 'refund');
    expect(await window(userId)).toBeNull();
    await at(NOW + 900);
    expect(await window(userId)).toStrictEqual({ used: 1, start: NOW + 900, end: NOW + 1900 });
  });

  test('refunds never exceed the messages that a window has', async () => {
    const userId = await newUser(storage());
    for (let sent = 0; sent < 4; sent++) {
      const reply = await counted(userId, NOW + sent);
      await end(storage(), reply, failed(reply, ''), 'refund');
      expect((await window(userId))?.used ?? 0).toBe(Math.max(0, sent - 1));
    }
    await expect(counted(userId, NOW + 5)).rejects.toThrow('limit-reached');
    const next = await counted(userId, NOW + 1003);
    await end(storage(), next, failed(next, ''), 'refund');
    expect(await window(userId)).toBeNull();
  });

  test('concurrent failures of replies refund exactly as many messages as a window has', async () => {
    const userId = await newUser(storage());
    const times = roundsOf(60);
    const limit = times / 3;
    const rule = { limit, windowLength: 1000 };
    const fail = async () => {
      const reply = await send(storage(), userId, { usageRule: rule });
      await end(storage(), reply, failed(reply, ''), 'refund');
      return true;
    };
    const tries = await Promise.all(Array.from({ length: times }, () => fail().catch(() => false)));
    for (let more = 0; more < times; more++) await fail().catch(() => tries.push(false));
    expect(await window(userId)).toMatchObject({ used: limit });
  });

  test('consumed messages stay counted', async () => {
    const userId = await newUser(storage());
    const reply = await counted(userId, NOW);
    await end(storage(), reply, completed(reply, 'text'), 'consume');
    expect((await window(userId))?.used).toBe(1);
  });

  test('an account without a usage rule is neither counted nor refunded', async () => {
    const userId = await newUser(storage());
    const free = await send(storage(), userId);
    expect(await window(userId)).toBeNull();
    await counted(userId, NOW);
    await end(storage(), free, failed(free, ''), 'refund');
    expect((await window(userId))?.used).toBe(1);
  });

  test('a message that is not stored counts like others, and is given back once', async () => {
    const userId = await newUser(storage());
    const { take, giveBack } = storage().usage;
    const opened = { used: 1, start: NOW, end: NOW + 1000 };
    expect(await take(userId, { id: 'one', mode: 'normal' }, RULE, NOW)).toStrictEqual({
      isCounted: true,
      window: opened,
    });
    await counted(userId, NOW + 1);
    const refused = await take(userId, { id: 'two', mode: 'normal' }, RULE, NOW + 2);
    expect(refused).toStrictEqual({ isCounted: false, window: { ...opened, used: 2 } });
    await giveBack(userId, 'one');
    await giveBack(userId, 'one');
    await giveBack(userId, 'two');
    expect((await window(userId))?.used).toBe(1);
    expect((await take(userId, { id: 'three', mode: 'normal' }, RULE, NOW + 3)).isCounted).toBe(true);
  });

  test('of thirty such messages at once, one passes where one is left', async () => {
    const userId = await newUser(storage());
    const rule = { limit: 5, windowLength: 1000 };
    for (let sent = 0; sent < 4; sent++)
      await storage().usage.take(userId, { id: `sent ${sent}`, mode: 'normal' }, rule, NOW);
    const ids = Array.from({ length: 30 }, (_, index) => `at once ${index}`);
    const taken = await Promise.all(ids.map((id) => storage().usage.take(userId, { id, mode: 'normal' }, rule, NOW)));
    expect(taken.filter(({ isCounted }) => isCounted)).toHaveLength(1);
    expect((await window(userId))?.used).toBe(5);
  });

  test('a limited mode has its own places among the messages, and other modes go on', async () => {
    const userId = await newUser(storage());
    const rule = { limit: 4, windowLength: 1000, modes: { image: 2, thinking: 0 } };
    const { take } = storage().usage;
    const ask = (mode: ModeId) => storage().replies.accept(aMessage(userId, { usageRule: rule, mode, now: NOW }));
    expect(await ask('thinking')).toStrictEqual({
      outcome: 'limit-reached',
      window: { used: 0, start: NOW, end: NOW + 1000 },
    });
    const drawn = await ask('image');
    expect((await take(userId, { id: 'part', mode: 'image', isPart: true }, rule, NOW)).isCounted).toBe(true);
    const window = { used: 1, start: NOW, end: NOW + 1000, modes: { image: 2 } };
    expect(await ask('image')).toStrictEqual({ outcome: 'limit-reached', window });
    expect((await ask('normal')).outcome).toBe('accepted');
    await storage().usage.giveBack(userId, 'part');
    expect((await ask('image')).outcome).toBe('accepted');
    expect(drawn.outcome).toBe('accepted');
    expect((await ask('web_search')).outcome).toBe('accepted');
    expect((await ask('web_search')).outcome).toBe('limit-reached');
  });

  test('of thirty pictures at once, one passes where one is left, and other messages are not counted', async () => {
    const userId = await newUser(storage());
    const usageRule = { limit: null, windowLength: 1000, modes: { image: 5 } };
    const ask = (mode: ModeId) => storage().replies.accept(aMessage(userId, { usageRule, mode }));
    for (let sent = 0; sent < 4; sent++) expect((await ask('image')).outcome).toBe('accepted');
    const results = await Promise.all(Array.from({ length: 30 }, () => ask('image')));
    expect(results.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
    expect((await ask('normal')).outcome).toBe('accepted');
    expect(await storage().usage.window(userId)).toMatchObject({ used: 5, modes: { image: 5 } });
  });

  test('counted messages stay counted when the rule changes with the plan', async () => {
    const userId = await newUser(storage());
    const free = { limit: 2, windowLength: 1000 };
    const paid = { limit: 3, windowLength: 2000, modes: { image: 1 } };
    const ask = (usageRule: UsageRule) => storage().replies.accept(aMessage(userId, { usageRule, now: NOW }));
    expect((await ask(free)).outcome).toBe('accepted');
    expect((await ask(free)).outcome).toBe('accepted');
    expect((await ask(paid)).outcome).toBe('accepted');
    expect((await ask(paid)).outcome).toBe('limit-reached');
    expect((await ask(free)).outcome).toBe('limit-reached');
  });

  test('a message of an unknown user is not counted', async () => {
    await expect(storage().usage.take('unknown', { id: 'one', mode: 'normal' }, RULE, NOW)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(await window('unknown')).toBeNull();
  });

  test(`any order of messages and ends counts as core's rules do (seed ${SEED})`, async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ send: fc.constantFrom(true, true, true, false) }) },
      { weight: 2, arbitrary: fc.record({ end: fc.nat(9), usage: fc.constantFrom('consume', 'refund') }) },
      { weight: 1, arbitrary: fc.record({ wait: fc.constantFrom(-1500, -1, 1, 400, 999, 1000, 2000) }) },
    );
    const rule = fc.record({ limit: fc.integer({ min: 0, max: 3 }), windowLength: fc.constant(1000) });
    const property = fc.asyncProperty(rule, fc.array(step, { maxLength: 25 }), async (rule, steps) => {
      const userId = await newUser(storage());
      const live: ReplyRecord[] = [];
      let model: UsageCount | null = null;
      let now = NOW;
      for (const step of steps) {
        if ('wait' in step) {
          now += step.wait;
        } else if ('send' in step) {
          const request = aMessage(userId, { usageRule: step.send ? rule : null, now });
          const next: UsageCount | null = step.send
            ? reserve(model, { id: request.generationId, mode: request.mode }, now, rule)
            : model;
          const result = await storage().replies.accept(request);
          expect(result.outcome).toBe(step.send && !next ? 'limit-reached' : 'accepted');
          if (result.outcome !== 'accepted') continue;
          live.push(result.reply);
          model = next;
        } else {
          const [ended] = live.splice(step.end % Math.max(1, live.length), 1);
          if (!ended) continue;
          await end(storage(), ended, completed(ended, ''), step.usage);
          if (step.usage === 'refund' && model) model = refund(model, ended.generationId);
        }
        const stored = await window(userId);
        expect(stored).toStrictEqual(windowOf(model));
        expect(usageAt(stored, now, rule, false)).toStrictEqual(usageAt(windowOf(model), now, rule, false));
      }
    });
    await fc.assert(property, { seed: SEED, numRuns: roundsOf(60) });
  });
}
