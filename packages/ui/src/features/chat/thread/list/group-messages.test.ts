import { expect, test } from 'vitest';
import { groupMessages } from './group-messages.ts';

const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `m${from + index}`);
const sizes = (groups: string[][]) => groups.map(({ length }) => length);

test('groupMessages splits a thread into groups from its end', () => {
  expect(sizes(groupMessages(keys(0, 120), []))).toEqual([20, 50, 50]);
  expect(groupMessages([], [])).toEqual([]);
});

test('groupMessages puts older messages into new groups and leaves the others unchanged', () => {
  const before = groupMessages(keys(100, 150), []);
  const after = groupMessages(keys(30, 150), before);
  expect(sizes(after)).toEqual([20, 50, 50]);
  expect(after[2]).toBe(before[0]);
});

test('groupMessages fills the last group, then starts another', () => {
  let groups = groupMessages(keys(0, 40), []);
  for (let count = 41; count <= 52; count++) groups = groupMessages(keys(0, count), groups);
  expect(sizes(groups)).toEqual([50, 2]);
  expect(groups.flat()).toEqual(keys(0, 52));
});

test('groupMessages regroups from where the end of a thread was replaced', () => {
  const before = groupMessages(keys(0, 100), []);
  const after = groupMessages([...keys(0, 70), 'other', 'another'], before);
  expect(sizes(after)).toEqual([50, 22]);
  expect(after[0]).toBe(before[0]);
  expect(groupMessages(['a', 'b'], after)).toEqual([['a', 'b']]);
});
