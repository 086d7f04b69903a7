import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { completeReply, encodeFrame, newReply, type Message, type StreamEvent } from '@parley/core';
import type { Frame } from '../../../cluster/shared-replies.ts';
import type { ReplyRecord } from '../../../storage/storage.ts';
import { MirroredReply } from './mirrored-reply.ts';

const record: ReplyRecord = {
  generationId: 'g',
  userId: 'u',
  conversationId: 'c',
  userMessageId: 'q',
  assistantMessageId: 'a',
  clientMessageId: 'm',
  mode: 'normal',
  status: 'streaming',
};
const usage = { messagesUsed: 1, messagesLimit: 10, periodEnd: '2026-01-01T00:00:00.000Z', isLimitReached: false };
const empty = newReply('g', { id: 'a', now: 0, mode: 'normal' });
const frame = (seq: number, event: StreamEvent): Frame => ({ seq, text: encodeFrame({ seq, event }) });
const word = (seq: number): Frame => frame(seq, { type: 'content', content: `${seq} ` });
const stored = (seq: number, text: string): Message => ({ ...empty, seq, text });

/** Contents of the log and of the store; a null log cannot be read. */
let log: Frame[] | null;
let isSealed: boolean;
let store: Message | null;
let storeError: Error | null;
let ring: () => void;
const onClosed = vi.fn<() => void>();
const onReadFailure = vi.fn<(error: unknown) => void>();
beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  [log, isSealed, store, storeError] = [[], false, stored(0, ''), null];
  onClosed.mockReset();
  onReadFailure.mockReset();
});

function mirror(isRead = true) {
  const reply = new MirroredReply(record, empty, {
    replies: {
      read: async (_id, seq) => log && { frames: log.filter((entry) => entry.seq > seq), isSealed },
      listen(_id, onMore) {
        ring = onMore;
        return () => {};
      },
    },
    async load() {
      if (storeError) throw storeError;
      return store;
    },
    endEvent: async (message) => ({ type: 'done', message, usage }),
    onReadFailure,
    onClosed,
  });
  if (isRead) reply.log.listen(() => {});
  return reply;
}
const soon = () => vi.advanceTimersByTimeAsync(10);
const textOf = (reply: MirroredReply, after: number) => reply.log.after(after, 1e6)?.text;

it('serves what the log has, and new events once it is notified', async () => {
  log = [frame(0, { type: 'title', title: 't' }), word(1)];
  const reply = mirror();
  await soon();
  expect(textOf(reply, -1)).toBe(log.map(({ text }) => text).join(''));
  log.push(word(2));
  ring();
  await soon();
  expect(reply.message).toMatchObject({ text: '1 2 ', seq: 2 });
  log.push(word(3));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reply.message.text).toBe('1 2 3 ');
});

it('loads what the log has lost from the store, and waits while the store lacks it too', async () => {
  log = [word(5), word(6)];
  store = stored(3, '1 2 3 ');
  const reply = mirror();
  await soon();
  expect([reply.message.text, reply.log.lastSeq]).toEqual(['1 2 3 ', 3]);
  store = stored(5, '1 2 3 4 5 ');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([reply.message.text, reply.log.lastSeq]).toEqual(['1 2 3 4 5 6 ', 6]);
  expect(textOf(reply, 2)).toBeUndefined();
  expect(textOf(reply, 5)).toBe(word(6).text);
});

it('polls the store every second while the log cannot be read, and never moves backwards', async () => {
  log = [word(0), word(1)];
  const reply = mirror();
  await soon();
  log = null;
  store = stored(0, '0 ');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reply.message.text).toBe('0 1 ');
  store = stored(4, 'so far');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([reply.message.text, reply.log.lastSeq]).toEqual(['so far', 4]);
});

it.each(['sealed', 'silent'])('ends with the stored status when the log is %s and has no last event', async (how) => {
  log = [word(0)];
  const reply = mirror();
  await soon();
  store = completeReply(stored(1, '0 and more'), 'stopped');
  isSealed = how === 'sealed';
  ring();
  await vi.advanceTimersByTimeAsync(how === 'sealed' ? 10 : 4_000);
  expect([reply.isEnded, reply.message]).toEqual([true, store]);
  // A reader who has everything so far gets the whole message, then the last event.
  expect(textOf(reply, 0)).toBeUndefined();
  expect(textOf(reply, reply.log.lastSeq - 1)).toContain('"done":true');
  log.push(word(1));
  ring();
  await soon();
  expect(reply.message).toEqual(store);
});

it('reports that the store could not be read, and reads it again at the next poll', async () => {
  log = null;
  storeError = new Error('The store cannot be read.');
  const reply = mirror();
  await soon();
  expect(onReadFailure.mock.calls).toStrictEqual([[storeError]]);
  [store, storeError] = [stored(2, '1 2 '), null];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reply.message.text).toBe('1 2 ');
  expect(onReadFailure).toHaveBeenCalledOnce();
});

it('ends without a last event when the reply no longer exists', async () => {
  const reply = mirror();
  const end = reply.waitForEnd(10_000);
  [log, store] = [null, null];
  ring();
  expect(await end).toBe(true);
  expect(reply.log.lastSeq).toBe(-1);
});

it('closes itself when it has no readers', async () => {
  const reply = mirror(false);
  const leave = reply.log.listen(() => {});
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onClosed).not.toHaveBeenCalled();
  leave();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onClosed).toHaveBeenCalledOnce();
});

it('resolves a wait for its end even if it was closed just before', async () => {
  const reply = mirror(false);
  await soon();
  reply.close();
  store = completeReply(stored(1, '0 '), 'stopped');
  isSealed = true;
  expect(await Promise.race([reply.waitForEnd(500), soon().then(() => 'nothing')])).toBe(true);
});
