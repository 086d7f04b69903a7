import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { branch, completed, end, newUser, NOW, send, turn } from '../../contract/samples.ts';
import { keyOf } from '../database/keys.ts';
import { findMongoTestServer, HOW_TO_RUN } from '../testing/find-mongo-test-server.ts';
import { openGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';

const server = await findMongoTestServer(process.env);
const INTERRUPTED = { code: 'interrupted', sentence: 'Interrupted.' } as const;
const LATER = NOW + 3_600_000;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

describe.runIf(server)(`lost reply locks in ${server?.name ?? `MongoDB (${HOW_TO_RUN})`}`, () => {
  let ways: GatedDatabase;
  beforeAll(async () => {
    if (server) ways = await openGatedDatabase(server, 30_000);
  });
  afterAll(async () => {
    await ways.close();
    await server?.close();
  });

  /** Creates a conversation with an ended reply, whose reply lock is then written back over that of the next one. */
  async function losePlace() {
    const storage = ways.other;
    const userId = await newUser(storage);
    const usageRule = { limit: 9, windowLength: 1_000_000_000 };
    const old = await send(storage, userId, { usageRule, text: 'one' });
    const { conversationId } = old;
    const _id = keyOf(userId, conversationId);
    const before = await ways.of('live_replies').findOne({ _id });
    await end(storage, old, completed(old, 'answer to one'));
    const lost = await send(storage, userId, { usageRule, conversationId, text: 'two' });
    await ways.of('live_replies').replaceOne({ _id }, before ?? {});
    return { storage, userId, conversationId, lost };
  }

  test('a reply that lost its reply lock is interrupted and refunded and frees its conversation', async () => {
    const { storage, userId, conversationId, lost } = await losePlace();
    const running = await send(storage, userId, { now: LATER });
    const settle = () => storage.replies.endOrphaned(LATER - 1, LATER, INTERRUPTED);
    expect(await settle()).toStrictEqual([{ generationId: lost.generationId, userId, conversationId }]);
    expect(await settle()).toStrictEqual([]);
    const texts = await branch(storage, userId, conversationId);
    expect(texts).toStrictEqual(['one', 'answer to one', 'two', 'Error: Interrupted.']);
    expect(await storage.usage.window(userId)).toMatchObject({ used: 1 });
    expect(await storage.replies.listActive(userId)).toStrictEqual([running]);
    expect(await ways.count('live_replies', { userId })).toBe(1);
    await turn(storage, userId, 'three', { conversationId });
  });

  test('an outdated reply lock does not change its reply when the next message finds it', async () => {
    const { storage, userId, conversationId } = await losePlace();
    const running = await send(storage, userId);
    await turn(storage, userId, 'three', { conversationId, now: LATER });
    expect((await branch(storage, userId, conversationId)).slice(0, 3)).toStrictEqual(['one', 'answer to one', 'two']);
    await storage.replies.endOrphaned(LATER, LATER, INTERRUPTED);
    expect((await branch(storage, userId, conversationId))[3]).toBe('Error: Interrupted.');
    // A reply that still has its reply lock stays streaming, however long it takes.
    expect((await storage.replies.find(userId, running.generationId))?.status).toBe('streaming');
  });
});
