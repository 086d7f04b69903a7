import { setTimeout as pause } from 'node:timers/promises';

/** Pause between requests, so that the measurement does not use up the processor. */
const PAUSE_MS = 2;

/** The 99th percentile of these times, in milliseconds. */
export function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Repeats a request until the work is done and returns the milliseconds of each answer. */
export async function timesDuring(work: Promise<unknown>, ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
    await pause(PAUSE_MS);
  }
  await done;
  return times;
}
