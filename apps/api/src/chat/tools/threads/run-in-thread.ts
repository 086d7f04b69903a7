import { Worker } from 'node:worker_threads';
import { AppError } from '@parley/core';
import { FairScheduler } from '../../../limits/fair-scheduler.ts';

/** What a thread posts at its end: a value, or what is wrong in words for the model. */
export type ThreadOutcome<Value> = { value: Value } | { problem: string };

/** Milliseconds until a thread is ready, and of its work. */
const START_MS = 15_000;
const MAX_MS = 3_000;
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 };

/** Two threads, since a small server has two cores; one per user, so that slow work delays only the same user's. */
const places = new FairScheduler({
  what: 'calculating and reading pages for a model',
  places: 2,
  perAddress: 2,
  perUser: 1,
  waitingPerUser: 40,
  waiting: 400,
  waitSeconds: 20,
  retrySeconds: 5,
});

/** Whose work it is, by any stable key, and what ends it. */
export interface ThreadCaller {
  user: string;
  signal: AbortSignal;
}

/**
 * Runs a script in a thread with bounds of time and memory, and without the server's environment. The script posts
 * `ready` and then its outcome. Throws `invalid-request` with the problem in words, also when it exceeds a bound, and
 * `unavailable` if no thread is free in time.
 */
export function runInThread<Value>(script: URL, data: unknown, caller: ThreadCaller): Promise<Value> {
  return runInPlace(caller, () => run<Value>(script, data, caller.signal));
}

/** Runs work with its own bounds once a thread's place is free. Throws `unavailable` if none becomes free in time. */
export function runInPlace<Value>({ user, signal }: ThreadCaller, work: () => Promise<Value>): Promise<Value> {
  return places.run({ user, address: user, signal }, work);
}

async function run<Value>(script: URL, workerData: unknown, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const worker = new Worker(script, { workerData, resourceLimits: MEMORY, env: {}, stdout: true, stderr: true });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadOutcome<Value>>();
  const onTimeout = () => resolve({ problem: 'This takes too long.' });
  let timer = setTimeout(onTimeout, START_MS);
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.on('message', (message: 'ready' | ThreadOutcome<Value>) => {
    if (message !== 'ready') return resolve(message);
    clearTimeout(timer);
    timer = setTimeout(onTimeout, MAX_MS);
  });
  worker.once('error', (error: unknown) => {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (isTooLarge) resolve({ problem: 'This needs too much memory.' });
    else reject(error);
  });
  try {
    const outcome = await promise;
    if ('problem' in outcome) throw new AppError('invalid-request', { message: outcome.problem });
    return outcome.value;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
