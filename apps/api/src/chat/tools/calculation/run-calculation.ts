import { Worker } from 'node:worker_threads';
import { AppError } from '@parley/core';
import pLimit from 'p-limit';
import type { CalculationOutcome } from './calculation-worker.ts';

/** Milliseconds until the thread is ready, and of the calculation. */
const START_MS = 15_000;
const MAX_MS = 3_000;
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 };
const WORKER = new URL('./calculation-worker.ts', import.meta.url);

/** Each thread has a core to itself on a small server. */
const limit = pLimit(2);

/**
 * Evaluates an expression in a thread with bounds of time and memory. Throws `invalid-request` with the problem in words,
 * also when it takes too long.
 */
export function runCalculation(expression: string, signal: AbortSignal): Promise<string> {
  return limit(() => evaluate(expression, signal));
}

async function evaluate(expression: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const worker = new Worker(WORKER, {
    workerData: expression,
    resourceLimits: MEMORY,
    env: {},
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<CalculationOutcome>();
  const onTimeout = () => resolve({ problem: 'The calculation takes too long.' });
  let timer = setTimeout(onTimeout, START_MS);
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.on('message', (message: 'ready' | CalculationOutcome) => {
    if (message !== 'ready') return resolve(message);
    clearTimeout(timer);
    timer = setTimeout(onTimeout, MAX_MS);
  });
  worker.once('error', (error: unknown) => {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (isTooLarge) resolve({ problem: 'The calculation needs too much memory.' });
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
