import { expect, test } from 'vitest';
import { stepTo } from './step-to.ts';

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowUp', 2, 1],
  ['Home', 1, 0],
  ['End', 0, 2],
  ['Enter', 1, null],
  ['Tab', 1, null],
])('stepTo moves with %s from %i of three to %s', (key, from, to) => {
  expect(stepTo(key, from, 3)).toBe(to);
});

test.each([
  ['ArrowLeft', 0, 1],
  ['ArrowRight', 0, 2],
  ['ArrowDown', 0, 1],
  ['End', 0, 2],
])('where lines run to the left, stepTo moves with %s from %i of three to %s', (key, from, to) => {
  expect(stepTo(key, from, 3, true)).toBe(to);
});
