import { expect, test } from 'vitest';
import { AT_END, follow, noticeOf, type Follow } from './follow.ts';

const left = (distance = 400): Follow => follow(AT_END, { type: 'up', distance, streaming: true, now: 0 });

test('one step up stops following, even close to the end', () => {
  const state = left(3);
  expect(state.following).toBe(false);
  expect(follow(state, { type: 'resized', distance: 90, grew: true }).following).toBe(false);
});

test('growing or shrinking content never changes who owns the scroll', () => {
  expect(follow(AT_END, { type: 'resized', distance: 900, grew: true }).following).toBe(true);
  expect(follow(left(), { type: 'resized', distance: 0, grew: false }).following).toBe(false);
});

test('scrolling down follows again only near the end', () => {
  expect(follow(left(), { type: 'down', distance: 151 }).following).toBe(false);
  expect(follow(left(), { type: 'down', distance: 150 }).following).toBe(true);
});

test('jumping to the end follows again and clears the unseen flag', () => {
  const unseen = follow(left(), { type: 'resized', distance: 600, grew: true });
  expect(unseen.unseen).toBe(true);
  expect(follow(unseen, { type: 'end' })).toEqual(AT_END);
});

test('the notice says for three seconds that following stopped, then only what is below', () => {
  expect(noticeOf(left(), 2999)).toBe('Auto-scroll disabled - new content available below');
  expect(noticeOf(left(), 3000)).toBe('button');
  const grown = follow(left(), { type: 'resized', distance: 600, grew: true });
  expect(noticeOf(grown, 3000)).toBe('New content available below');
});

test('the notice is only the button when no reply is streaming', () => {
  const state = follow(AT_END, { type: 'up', distance: 51, streaming: false, now: 0 });
  expect(noticeOf(state, 0)).toBe('button');
});

test('the notice is hidden within 50 px of the end and while following', () => {
  expect(noticeOf(left(50), 0)).toBeNull();
  expect(noticeOf({ ...AT_END, distance: 400 }, 0)).toBeNull();
});
