import { setTimeout as pause } from 'node:timers/promises';

/** A measuring that took all of the processor would measure itself. */
const PAUSE_MS = 2;

/** Milliseconds that 99 of 100 of these took at most. */
export function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Asks again and again until the work is done; how many milliseconds each answer took. */
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
