// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createFrameBatch, type Schedule } from './frame-batch.ts';

function open() {
  const frames: (() => void)[] = [];
  const commits: [string, number][][] = [];
  const batch = createFrameBatch<number>(
    (task) => frames.push(task),
    (values) => commits.push([...values]),
  );
  return { batch, frames, commits };
}

test('a batch commits the last value of each key, once a frame', () => {
  const { batch, frames, commits } = open();
  batch.put('a', 1);
  batch.put('b', 1);
  batch.put('a', 2);
  expect(commits).toEqual([]);
  expect(frames).toHaveLength(1);
  frames[0]?.();
  expect(commits).toEqual([
    [
      ['a', 2],
      ['b', 1],
    ],
  ]);
  batch.put('a', 3);
  expect(frames).toHaveLength(2);
});

test('a flush leaves nothing for the next frame, and a clear discards values', () => {
  const { batch, frames, commits } = open();
  batch.put('a', 1);
  batch.flush();
  batch.put('a', 2);
  batch.clear();
  frames[0]?.();
  expect(commits).toEqual([[['a', 1]]]);
});

describe('the next frame', () => {
  let nextFrame: Schedule;
  beforeEach(async () => {
    vi.useFakeTimers();
    // It remembers the keys and the tasks of the test before.
    vi.resetModules();
    ({ nextFrame } = await import('./frame-batch.ts'));
  });
  afterEach(() => void vi.useRealTimers());

  const FRAME = 16;
  const COST = 20;
  const SECOND = 1000;

  /** Presses keys at these times, while a task of `COST` milliseconds asks for each next frame; its times. */
  function timesOfTask(keys: Map<number, string>): number[] {
    const start = performance.now();
    const times: number[] = [];
    const grow = () => {
      times.push(performance.now() - start);
      vi.advanceTimersByTime(COST);
      nextFrame(grow);
    };
    nextFrame(grow);
    for (const [time, key] of keys) setTimeout(() => dispatchEvent(new KeyboardEvent('keydown', { key })), time);
    vi.advanceTimersByTime(SECOND);
    return times;
  }

  it('a frame comes at once while the user does not type', () => {
    expect(timesOfTask(new Map()).length).toBeGreaterThan(SECOND / (COST + 2 * FRAME));
  });

  it('while the user types, a frame waits most of the time, and is not the one that shows a key', () => {
    const keys = Array.from({ length: 10 }, (_, index) => index * 90);
    const times = timesOfTask(new Map(keys.map((time) => [time, 'a'])));
    const rests = times.slice(1).map((time, index) => time - times[index]!);
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(8 * COST);
    expect(Math.max(...rests)).toBeLessThan(8 * COST + 90);
    for (const time of times) expect(keys.filter((key) => key <= time && time - key < FRAME)).toEqual([]);
  });

  it('the frame of a slow task follows the one that shows a key, so that it ends before the next key', () => {
    const keys = Array.from({ length: 10 }, (_, index) => index * 120);
    const [, ...times] = timesOfTask(new Map(keys.map((time) => [time, 'a'])));
    expect(times.length).toBeGreaterThan(2);
    for (const time of times) {
      const sinceKey = time - keys.findLast((key) => key <= time)!;
      expect(sinceKey).toBeGreaterThanOrEqual(FRAME);
      expect(sinceKey).toBeLessThan(4 * FRAME);
    }
  });

  it('in a pause of the typing, a frame waits for no key', () => {
    const [first, second] = timesOfTask(new Map([[0, 'a']]));
    expect(first).toBeLessThan(3 * FRAME);
    expect(second).toBeLessThan(9 * COST + 2 * FRAME + first!);
  });

  it('a frame comes at once after Enter', () => {
    const [first, ...others] = timesOfTask(
      new Map([
        [0, 'a'],
        [1, 'Enter'],
      ]),
    );
    expect(first).toBeLessThanOrEqual(FRAME);
    expect(others.length).toBeGreaterThan(SECOND / (COST + 2 * FRAME));
  });
});
