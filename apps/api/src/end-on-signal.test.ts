import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Replies } from './chat/replies/replies.ts';
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

/** Ends an idle server; `release` releases its resources. */
async function end(release: () => Promise<void>): Promise<void> {
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const replies = { runningCount: 0, announceShutdown: () => {}, drain: async () => {} } as unknown as Replies;
  const known = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
  endOnSignal(createServer(), replies, logger, { isBehindProxy: false, release });
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
