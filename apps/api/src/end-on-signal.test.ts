import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endOnSignal } from './end-on-signal.ts';

const exit = vi.fn<(code: number) => void>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process, 'exit').mockImplementation(exit as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  exit.mockClear();
});

const IDLE = { runningCount: 0, announceShutdown: () => {}, drain: async () => {} };

/** Ends a server, which has no running replies by default; `release` releases its resources. */
async function end(release: () => Promise<void>, temporaryReplies = IDLE): Promise<void> {
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const running = { replies: IDLE, temporaryReplies } as unknown as Parameters<typeof endOnSignal>[1];
  const known = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
  endOnSignal(createServer(), running, logger, { isBehindProxy: false, release });
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    for (const listener of process.listeners(name)) {
      if (known[name].includes(listener)) continue;
      process.off(name, listener);
      if (name === 'SIGTERM') listener(name);
    }
  }
  await vi.advanceTimersByTimeAsync(9_000);
}

test('the server exits once everything is released', async () => {
  await end(async () => {});
  expect(exit.mock.calls).toEqual([[0]]);
});

test('the server exits even if another service holds up the release', async () => {
  await end(() => new Promise(() => {}));
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(exit.mock.calls).toEqual([[0]]);
});

test('the server exits with 1 when releasing something failed', async () => {
  await end(async () => {
    throw new Error('the disk is gone');
  });
  expect(exit.mock.calls).toEqual([[1]]);
});

test('the server waits for temporary replies and those of /v1', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const drained = Promise.withResolvers<void>();
  const release = vi.fn<() => Promise<void>>(async () => {});
  await end(release, { ...IDLE, runningCount: 2, drain: () => drained.promise });
  expect(print).toHaveBeenCalledWith(expect.stringContaining('Finishing 2 running replies.'));
  expect(release).not.toHaveBeenCalled();
  drained.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(exit.mock.calls).toEqual([[0]]);
});
