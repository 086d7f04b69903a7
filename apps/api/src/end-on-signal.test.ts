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

const IDLE = { runningCount: 0, announceShutdown: () => {}, drain: async (_signal?: AbortSignal) => {} };

interface Ending {
  release?: () => Promise<void>;
  replies?: Partial<typeof IDLE>;
  temporaryReplies?: Partial<typeof IDLE>;
  isBehindProxy?: boolean;
}

/** Sends SIGTERM to a server, which has no running replies by default. Returns what sends it again. */
function terminate({ release = async () => {}, replies, temporaryReplies, isBehindProxy = false }: Ending): () => void {
  const logger = pino({ level: 'error' }, { write: () => {} });
  const running = { replies: { ...IDLE, ...replies }, temporaryReplies: { ...IDLE, ...temporaryReplies } };
  const known = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
  endOnSignal(createServer(), running as unknown as Parameters<typeof endOnSignal>[1], logger, {
    isBehindProxy,
    release,
  });
  const send: (() => void)[] = [];
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    for (const listener of process.listeners(name)) {
      if (known[name].includes(listener)) continue;
      process.off(name, listener);
      if (name === 'SIGTERM') send.push(() => listener(name));
    }
  }
  const sendAll = () => send.forEach((each) => each());
  sendAll();
  return sendAll;
}

/** Ends a server; `release` releases its resources. */
async function end(release: () => Promise<void>, temporaryReplies = IDLE): Promise<void> {
  terminate({ release, temporaryReplies });
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

test('a server behind a proxy announces its end two seconds before it refuses anything', async () => {
  const announceShutdown = vi.fn<() => void>();
  const drain = vi.fn<() => Promise<void>>(async () => {});
  terminate({ replies: { announceShutdown, drain }, isBehindProxy: true });
  expect(announceShutdown).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(drain).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(7_000);
  expect(drain).toHaveBeenCalledOnce();
  expect(exit.mock.calls).toEqual([[0]]);
});

test('a second signal interrupts the replies that the server waits for', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const drain = (signal?: AbortSignal) =>
    new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
  const sendAgain = terminate({ replies: { runningCount: 1, drain } });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(exit).not.toHaveBeenCalled();
  sendAgain();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(exit.mock.calls).toEqual([[0]]);
});

test('a second signal ends the server within seconds even if the replies never end', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const sendAgain = terminate({ replies: { runningCount: 1, drain: () => new Promise(() => {}) } });
  await vi.advanceTimersByTimeAsync(9_000);
  sendAgain();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(exit.mock.calls).toEqual([[0]]);
});
