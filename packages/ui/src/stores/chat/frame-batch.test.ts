import { expect, test } from 'vitest';
import { createFrameBatch } from './frame-batch.ts';

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
