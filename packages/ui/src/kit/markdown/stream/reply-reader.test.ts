import { expect, test } from 'vitest';
import { ReplyReader, type Readings } from './reply-reader.ts';

const TEXT = '# Tides\n\nThe moon pulls.[^1]\n\n[^1]: So does the sun.';

test('readers that share readings read a whole reply once', () => {
  const kept: Readings = new Map();
  const first = new ReplyReader(kept).read(TEXT, false);
  const again = new ReplyReader(kept).read(TEXT, false);
  expect(again.chunks).toBe(first.chunks);
  expect(again.footnotes.get('1')).toBe(first.footnotes.get('1'));
  expect(new ReplyReader().read(TEXT, false).chunks).not.toBe(first.chunks);
});

test('a reply that is continued leaves the shared reading as it was', () => {
  const kept: Readings = new Map();
  const whole = new ReplyReader(kept).read(TEXT, false);
  const before = structuredClone(whole.chunks);
  const reader = new ReplyReader(kept);
  reader.read(TEXT, false);
  reader.read(`${TEXT}\n\nThe sun`, true);
  const continued = reader.read(`${TEXT}\n\nThe sun pulls too.`, true);
  expect(continued.chunks).not.toEqual(before);
  expect(new ReplyReader(kept).read(TEXT, false).chunks).toEqual(before);
});

test('the shared readings are few: the oldest goes first, and a very long reply is not kept', () => {
  const kept: Readings = new Map();
  const reader = new ReplyReader(kept);
  reader.read('word '.repeat(5_000), false);
  expect(kept.size).toBe(0);
  reader.read(TEXT, false);
  reader.read('Older', false);
  for (let count = 0; count < 15; count++) reader.read(`Reply ${count}`, false);
  expect([...kept.keys()]).toEqual(['Older', ...Array.from({ length: 15 }, (_, count) => `Reply ${count}`)]);
  reader.read('Older', false);
  reader.read('Newest', false);
  expect(kept.has('Older')).toBe(true);
  expect(kept.has('Reply 0')).toBe(false);
});
