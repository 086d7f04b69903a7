import { pino } from 'pino';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { AppError, completeReply, newReply } from '@parley/core';
import type { ReplyRecord } from '../../../storage/storage.ts';
import { storeEnd, type StoreEndDependencies } from './store-end.ts';

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
const message = completeReply(newReply('g', { id: 'a', now: 0, mode: 'normal' }), 'complete');

const end = vi.fn<StoreEndDependencies['storage']['replies']['end']>();
const window = vi.fn<StoreEndDependencies['storage']['usage']['window']>();
let closing: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  end.mockReset().mockResolvedValue(true);
  window.mockReset().mockResolvedValue(null);
  closing = new AbortController();
});

/** Ends the reply; resolves to the event sent to its readers, or to the error code. */
function store(): Promise<unknown> {
  const dependencies = {
    storage: { replies: { end }, users: { findById: async () => null }, usage: { window } },
    plans: { usageOf: () => null },
    logger: pino({ level: 'silent' }),
    now: () => 0,
  } as unknown as StoreEndDependencies;
  return storeEnd(record, message, { running: message }, dependencies, closing.signal).catch(
    (error: AppError) => error.code,
  );
}

const away = () => Promise.reject(new AppError('unavailable'));

it('sends the final event once the end is stored, with retries for a minute', async () => {
  end.mockImplementationOnce(away).mockImplementationOnce(away);
  window.mockImplementationOnce(away);
  const event = store();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await event).toMatchObject({ type: 'done', message });
  expect(end).toHaveBeenCalledTimes(3);
});

it('sends no event for a reply that was ended elsewhere', async () => {
  end.mockResolvedValue(false);
  expect(await store()).toBeNull();
});

it('releases readers after a minute, and still stores the end when that is possible again', async () => {
  end.mockImplementation(away);
  const event = store();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await event).toBe('unavailable');
  await vi.advanceTimersByTimeAsync(600_000);
  end.mockReset().mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(end).toHaveBeenCalledOnce();
  expect(end).toHaveBeenCalledWith({ generationId: 'g', message, usage: 'consume', now: 0 });
});

it('stops retrying when the server shuts down', async () => {
  end.mockImplementation(away);
  const event = store();
  await vi.advanceTimersByTimeAsync(1_000);
  closing.abort();
  await event;
  const tries = end.mock.calls.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(end).toHaveBeenCalledTimes(tries);
});
