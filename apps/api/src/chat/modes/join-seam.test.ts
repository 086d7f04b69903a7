import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeamJoiner } from './join-seam.ts';

function join(begun: string, pieces: string[]): string {
  const seam = new SeamJoiner(begun);
  return begun + pieces.map((piece) => seam.push(piece)).join('') + seam.flush();
}

it.each([
  ['the next character', 'one two thr', ['ee four'], 'one two three four'],
  [
    'a repeated sentence',
    'First. The second sentence be',
    ['The second sen', 'tence begins here.'],
    'First. The second sentence begins here.',
  ],
  ['a short word that recurs by chance', 'ha ha ', ['ha ha!'], 'ha ha ha ha!'],
  [
    'a line of a table that recurs',
    '| a | b |\n| ------------------ |',
    [' ------------------ |'],
    '| a | b |\n| ------------------ | ------------------ |',
  ],
  ['nothing', 'The end of it all.', [], 'The end of it all.'],
  ['a repetition alone', 'The end of it all was near', ['it all was near'], 'The end of it all was near'],
])('joins %s', (_name, begun, pieces, whole) => {
  expect(join(begun, pieces)).toBe(whole);
});

it('joins any rest to its beginning after a repetition of the last words, however it is split', () => {
  const text = (minLength: number) =>
    fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrst 字🦜'), minLength, maxLength: 120 });
  const property = fc.property(
    text(40),
    text(1),
    fc.integer({ min: 24, max: 40 }),
    fc.nat(5),
    (begun, rest, repeated, size) => {
      const sent = begun.slice(-repeated).toWellFormed() + rest;
      fc.pre(begun.endsWith(sent.slice(0, repeated)) && (sent.slice(0, repeated).match(/[\p{L}]/gu)?.length ?? 0) > 12);
      const joined = join(begun, sent.match(new RegExp(`[^]{1,${size + 1}}`, 'gu')) ?? []);
      expect(joined.length).toBeLessThanOrEqual(begun.length + rest.length);
      expect((begun + rest).endsWith(joined.slice(begun.length))).toBe(true);
    },
  );
  fc.assert(property, { seed: 3, numRuns: 300 });
});
