import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newReply } from '@parley/core';
import type { Checkpoint, ReplyRecord } from '../../../storage/storage.ts';
import { ownProcess } from '../../../cluster/own-process.ts';
import { Checkpointer } from './checkpointer.ts';
import { LiveReply } from './live-reply.ts';

const PROMISE_MS = 250;

let stored: { at: number; ids: string[] }[];
let answer: (checkpoints: Checkpoint[]) => Promise<{ ended: string[] }>;
let checkpointer: Checkpointer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  stored = [];
  answer = async () => ({ ended: [] });
  const checkpoint = (checkpoints: Checkpoint[]) => {
    stored.push({ at: performance.now(), ids: checkpoints.map(({ generationId }) => generationId) });
    return answer(checkpoints);
  };
  checkpointer = new Checkpointer({ checkpoint }, pino({ level: 'silent' }));
});
afterEach(() => vi.useRealTimers());

function liveReply(generationId: string): LiveReply {
  const ids = { userId: 'u', conversationId: 'c', userMessageId: 'q', assistantMessageId: 'a', clientMessageId: 'm' };
  const record: ReplyRecord = { generationId, ...ids, mode: 'normal', status: 'streaming' };
  const reply = new LiveReply(record, [], 0, {
    onProgress() {},
    store: async () => null,
    onFailure() {},
    onFrame() {},
    lease: ownProcess().lease,
  });
  reply.message = newReply(generationId, { id: 'a', now: 0, mode: 'normal' });
  return reply;
}

it('stores progress within a quarter of a second, repeatedly', async () => {
  const reply = liveReply('one');
  const happened: number[] = [];
  for (let step = 0; step < 100; step++) {
    happened.push(performance.now());
    checkpointer.mark(reply);
    await vi.advanceTimersByTimeAsync(20);
  }
  await vi.advanceTimersByTimeAsync(PROMISE_MS);
  for (const time of happened) {
    const next = stored.find(({ at }) => at >= time);
    expect(next?.at).toBeLessThan(time + PROMISE_MS);
  }
  expect(stored.length).toBeLessThan(15);
});

it('stores the progress of many replies in one write', async () => {
  const replies = Array.from({ length: 10 }, (_, index) => liveReply(`${index}`));
  for (const reply of replies) {
    checkpointer.mark(reply);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(PROMISE_MS);
  expect(stored.map(({ ids }) => ids)).toEqual([replies.map(({ record }) => record.generationId)]);
});

it('retries a checkpoint that could not be stored', async () => {
  const reply = liveReply('one');
  answer = () => Promise.reject(new Error('The disk is full.'));
  checkpointer.mark(reply);
  await vi.advanceTimersByTimeAsync(PROMISE_MS);
  answer = async () => ({ ended: [] });
  await vi.advanceTimersByTimeAsync(PROMISE_MS);
  expect(stored.length).toBeGreaterThanOrEqual(2);
  const attempts = stored.length;
  await vi.advanceTimersByTimeAsync(10 * PROMISE_MS);
  expect(stored.length).toBe(attempts);
});

it('has one write in flight at a time and stores the latest progress right after it', async () => {
  const reply = liveReply('one');
  const slow = Promise.withResolvers<{ ended: string[] }>();
  answer = () => slow.promise;
  for (let step = 0; step < 50; step++) {
    checkpointer.mark(reply);
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(stored).toHaveLength(1);
  slow.resolve({ ended: [] });
  await vi.advanceTimersByTimeAsync(1);
  expect(stored).toHaveLength(2);
});

it('stops a reply that has ended elsewhere', async () => {
  const reply = liveReply('one');
  const halt = vi.spyOn(reply, 'halt');
  answer = async () => ({ ended: ['one'] });
  checkpointer.mark(reply);
  await vi.advanceTimersByTimeAsync(PROMISE_MS);
  expect(halt).toHaveBeenCalledWith('fenced');
});

it('stops checkpointing a reply that is ending, and makes its end wait for the write in flight', async () => {
  const [reply, other] = [liveReply('one'), liveReply('two')];
  const writing = Promise.withResolvers<{ ended: string[] }>();
  answer = () => writing.promise;
  checkpointer.mark(reply);
  await vi.advanceTimersByTimeAsync(PROMISE_MS);
  expect(stored).toHaveLength(1);
  let hasLeft = false;
  const left = checkpointer.finish(reply).then(() => (hasLeft = true));
  checkpointer.mark(reply);
  checkpointer.mark(other);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([hasLeft, stored.length]).toEqual([false, 1]);
  writing.resolve({ ended: [] });
  await left;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stored.map(({ ids }) => ids)).toEqual([['one'], ['two']]);
});
