import { randomUUID } from 'node:crypto';
import { applyEvent, completeReply, ERRORS, isErrorCode, newReply, type Message, type StreamEvent } from '@parley/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { completed, end, failed, newUser, NOW, send, turn, written } from '../samples.ts';
import type { Rounds } from '../rounds.ts';

const SEED = 20261;
const INTERRUPTED = { code: 'interrupted', sentence: 'Interrupted.' } as const;

export function contract(storage: () => Storage, roundsOf: Rounds): void {
  const read = (userId: string, messageId: string) => storage().replies.message(userId, messageId);

  test('the last checkpoint of a reply is read back', async () => {
    const userId = await newUser(storage());
    const [one, two] = [await send(storage(), userId), await send(storage(), userId)];
    const checkpoint = (reply: typeof one, text: string, seq: number) => ({
      generationId: reply.generationId,
      message: { ...written(reply, text, seq), reasoningContent: `because ${text}`, isReasoningStreaming: seq < 3 },
    });
    const last = [checkpoint(one, 'a', 2), checkpoint(two, 'ab', 3)];
    expect(await storage().replies.checkpoint([checkpoint(two, 'b', 1)])).toStrictEqual({ ended: [] });
    expect(await storage().replies.checkpoint(last)).toStrictEqual({ ended: [] });
    for (const { message } of last) expect(await read(userId, message.id)).toStrictEqual(message);
    expect(await storage().replies.checkpoint([])).toStrictEqual({ ended: [] });
  });

  test('a checkpoint after the end changes nothing and is reported, and the others are stored', async () => {
    const userId = await newUser(storage());
    const [over, live] = [await turn(storage(), userId, 'a'), await send(storage(), userId)];
    const checkpoints = [over, live].map((reply) => ({
      generationId: reply.generationId,
      message: written(reply, 'late'),
    }));
    const unknown = { generationId: 'unknown', message: { ...written(live, 'x'), generationId: 'unknown' } };
    const result = await storage().replies.checkpoint([...checkpoints, unknown]);
    expect(result.ended.toSorted()).toStrictEqual([over.generationId, 'unknown'].toSorted());
    expect(await read(userId, over.assistantMessageId)).toStrictEqual(completed(over, 'answer to a'));
    expect((await read(userId, live.assistantMessageId))?.text).toBe('late');
  });

  test('only the first end of a reply is stored', async () => {
    const userId = await newUser(storage());
    const reply = await send(storage(), userId);
    const message = completed(reply, 'whole');
    expect(await end(storage(), reply, message)).toBe(true);
    expect(await end(storage(), reply, failed(reply, 'other'))).toBe(false);
    expect(await end(storage(), { ...reply, generationId: 'unknown' }, message)).toBe(false);
    expect(await read(userId, message.id)).toStrictEqual(message);
    expect((await storage().replies.find(userId, reply.generationId))?.status).toBe('complete');
    expect(await storage().replies.listActive(userId)).toStrictEqual([]);
  });

  test('a user’s failed replies are listed by their codes, newest first, without a word', async () => {
    const userId = await newUser(storage());
    for (const [index, code] of (['model-failed', 'model-timeout', 'interrupted'] as const).entries()) {
      const reply = await send(storage(), userId, { text: 'secret', now: NOW + index });
      await end(storage(), reply, {
        ...failed(reply, 'secret', code),
        timestamp: new Date(NOW + index).toISOString(),
      });
    }
    await turn(storage(), userId, 'a');
    await turn(storage(), await newUser(storage()), 'b');
    expect(await storage().replies.failures(userId, 2)).toStrictEqual([
      { at: NOW + 2, mode: 'normal', code: 'interrupted' },
      { at: NOW + 1, mode: 'normal', code: 'model-timeout' },
    ]);
  });

  test('exactly one of many concurrent ends is stored', async () => {
    const userId = await newUser(storage());
    const reply = await send(storage(), userId);
    const messages = Array.from({ length: 20 }, (_, n) => completed(reply, String(n)));
    const ends = await Promise.all(messages.map((message) => end(storage(), reply, message)));
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await read(userId, reply.assistantMessageId)).toStrictEqual(messages[ends.indexOf(true)]);
  });

  test('a stop request is visible only to the owner of the streaming reply', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const [me, other] = [randomUUID(), randomUUID()];
    const [one, two] = [await send(storage(), userId, { owner: me }), await send(storage(), userId, { owner: me })];
    const elsewhere = await send(storage(), userId, { owner: other });
    expect(await storage().replies.stopsRequested(me)).toStrictEqual([]);
    for (const { generationId } of [one, one, elsewhere]) await storage().replies.requestStop(userId, generationId);
    await storage().replies.requestStop(stranger, two.generationId);
    await storage().replies.requestStop(userId, 'unknown');
    expect(await storage().replies.stopsRequested(me)).toStrictEqual([one.generationId]);
    expect(await storage().replies.stopsRequested(other)).toStrictEqual([elsewhere.generationId]);
    await end(storage(), one, completed(one, 'whole'));
    await storage().replies.requestStop(userId, one.generationId);
    expect(await storage().replies.stopsRequested(me)).toStrictEqual([]);
  });

  test('recovery ends a reply with what was sent or stored, whichever is later', async () => {
    const userId = await newUser(storage());
    const [ahead, behind] = [
      await send(storage(), userId, { owner: 'late' }),
      await send(storage(), userId, { owner: 'late' }),
    ];
    const [early, late] = [written(ahead, 'half', 3), written(ahead, 'half and more', 5)];
    const stored = written(behind, 'stored', 4);
    await storage().replies.checkpoint([
      { generationId: ahead.generationId, message: early },
      { generationId: behind.generationId, message: stored },
    ]);
    const sent = new Map([
      [ahead.generationId, { generationId: ahead.generationId, message: late }],
      [behind.generationId, { generationId: behind.generationId, message: written(behind, 'sto', 2) }],
    ]);
    await storage().replies.recoverReplies(['late'], NOW, INTERRUPTED, sent);
    const text = async (id: string) => (await read(userId, id))?.text;
    expect(await text(ahead.assistantMessageId)).toContain('half and more');
    expect(await text(behind.assistantMessageId)).toContain('stored');
  });

  test('recovery interrupts only the replies of dead owners, keeps their text and refunds the empty ones', async () => {
    const userId = await newUser(storage());
    const usageRule = { limit: 9, windowLength: 1000 };
    const others = await storage().replies.owners();
    const dead = await send(storage(), userId, { owner: 'dead', usageRule, mode: 'thinking' });
    const silent = await send(storage(), userId, { owner: 'gone', usageRule });
    const drawing = await send(storage(), userId, { owner: 'gone', usageRule, mode: 'image' });
    const mine = await send(storage(), userId, { owner: 'me', usageRule });
    const partial: Message = { ...written(dead, 'half'), reasoningContent: 'so', isReasoningStreaming: false };
    await storage().replies.checkpoint([{ generationId: dead.generationId, message: partial }]);

    const unfinished = await storage().replies.unfinished(['dead', 'me', 'unknown']);
    expect(unfinished).toHaveLength(2);
    expect(unfinished).toEqual(
      expect.arrayContaining([
        { generationId: dead.generationId, message: partial },
        { generationId: mine.generationId, message: await read(userId, mine.assistantMessageId) },
      ]),
    );
    const owners = await storage().replies.owners();
    expect(owners.toSorted()).toStrictEqual(['dead', 'gone', 'me', ...others].toSorted());
    const interrupted = await storage().replies.recoverReplies(['dead', 'gone'], NOW, INTERRUPTED);
    const ids = ({ generationId, conversationId }: typeof dead) => ({ generationId, userId, conversationId });
    expect(interrupted).toHaveLength(3);
    expect(interrupted).toEqual(expect.arrayContaining([ids(dead), ids(silent), ids(drawing)]));
    expect(await storage().replies.recoverReplies(['dead', 'gone'], NOW, INTERRUPTED)).toStrictEqual([]);
    expect(await storage().replies.recoverReplies([], NOW, INTERRUPTED)).toStrictEqual([]);
    expect(await storage().replies.owners()).not.toContain('dead');
    expect(await storage().replies.unfinished(['dead', 'gone'])).toStrictEqual([]);

    const error = { seq: 2, event: { type: 'error', error: INTERRUPTED.sentence, code: INTERRUPTED.code } } as const;
    expect(await read(userId, dead.assistantMessageId)).toStrictEqual(applyEvent(partial, error));
    expect(await read(userId, silent.assistantMessageId)).toStrictEqual(applyEvent(written(silent, ''), error));
    expect((await storage().replies.find(userId, dead.generationId))?.status).toBe('interrupted');
    expect(await storage().replies.listActive(userId)).toStrictEqual([mine]);
    // A reply with delivered text counts, and so does a requested picture.
    expect((await storage().usage.window(userId))?.used).toBe(3);

    const late = { generationId: dead.generationId, message: written(dead, 'half and more') };
    expect(await storage().replies.checkpoint([late])).toStrictEqual({ ended: [dead.generationId] });
    expect(await end(storage(), dead, completed(dead, 'half and all'))).toBe(false);
    await turn(storage(), userId, 'again', { conversationId: dead.conversationId });
  });

  test('another user’s ids are unknown to every method', async () => {
    const [owner, stranger] = [await newUser(storage()), await newUser(storage())];
    const reply = await send(storage(), owner);
    const { conversationId, generationId, clientMessageId, userMessageId, assistantMessageId } = reply;
    const { conversations, replies } = storage();
    expect(await replies.find(stranger, generationId)).toBeNull();
    expect(await replies.findByClientMessageId(stranger, clientMessageId)).toBeNull();
    expect(await replies.message(stranger, userMessageId)).toBeNull();
    expect(await replies.message(stranger, assistantMessageId)).toBeNull();
    expect(await replies.listActive(stranger)).toStrictEqual([]);
    expect(await conversations.find(stranger, conversationId)).toBeNull();
    expect(await conversations.messages(stranger, conversationId, { limit: 9 })).toBeNull();
    expect(await conversations.lastMessages(stranger, [conversationId], 9)).toStrictEqual(new Map());
    expect(await conversations.list(stranger, { limit: 9 })).toStrictEqual({ items: [], nextBefore: null });
    expect(await conversations.delete(stranger, conversationId, NOW)).toBe(false);
    expect(await conversations.find(owner, conversationId)).not.toBeNull();
    expect(await replies.find(owner, generationId)).toStrictEqual(reply);
  });

  test(`any reply is read back as it was assembled (seed ${SEED})`, async () => {
    const userId = await newUser(storage());
    // Generates whole code points, because half a surrogate pair is not text.
    const codePoint = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));
    const text = fc.string({ unit: codePoint.map((code) => String.fromCodePoint(code)), maxLength: 20 });
    const event: fc.Arbitrary<StreamEvent> = fc.oneof(
      fc.record({ type: fc.constant('content' as const), content: text }),
      fc.record({
        type: fc.constant('reasoning' as const),
        content: text,
        status: fc.constantFrom('streaming', 'complete'),
      }),
      fc.record({ type: fc.constant('image' as const), imageUrl: text, imagePrompt: text }),
      fc.record({ type: fc.constant('sources' as const), sources: fc.array(text, { maxLength: 3 }) }),
    );
    const sentence = fc.oneof(text, fc.constant('It failed.'));
    const ending = fc.oneof(
      fc.record({ status: fc.constantFrom('complete' as const, 'stopped' as const) }),
      fc.record({ code: fc.constantFrom(...Object.keys(ERRORS).filter(isErrorCode)), sentence }),
    );
    const mode = fc.constantFrom('normal' as const, 'thinking' as const);
    const property = fc.asyncProperty(mode, fc.array(event, { maxLength: 6 }), ending, async (mode, events, ending) => {
      const reply = await send(storage(), userId, { mode });
      const { generationId, assistantMessageId: id } = reply;
      let message = newReply(generationId, { id, now: NOW, mode });
      expect(await read(userId, id)).toStrictEqual(message);
      events.forEach((event, seq) => (message = applyEvent(message, { seq, event })));
      await storage().replies.checkpoint([{ generationId, message }]);
      expect(await read(userId, id)).toStrictEqual(message);
      message =
        'status' in ending
          ? completeReply(message, ending.status)
          : applyEvent(message, { seq: 9, event: { type: 'error', error: ending.sentence, code: ending.code } });
      expect(await end(storage(), reply, message)).toBe(true);
      expect(await read(userId, id)).toStrictEqual(message);
    });
    await fc.assert(property, { seed: SEED, numRuns: roundsOf(150) });
  });

  test('a reply that begins with its own error sentence is read back unchanged', async () => {
    const userId = await newUser(storage());
    const reply = await send(storage(), userId);
    const message = failed(reply, 'Error: It failed.');
    await end(storage(), reply, message);
    expect(await read(userId, message.id)).toStrictEqual(message);
  });
}
