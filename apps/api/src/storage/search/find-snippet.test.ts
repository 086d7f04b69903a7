import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSnippet } from './find-snippet.ts';
import { readQuery } from './words.ts';

const SEED = 20264;
const find = (text: string, query: string) => findSnippet(text, readQuery(query));

describe('findSnippet', () => {
  test('returns a snippet of a short text on one line', () => {
    expect(find('The\nquick\tfox', 'qui')).toStrictEqual({ snippet: 'The quick fox', marks: [[4, 9]] });
  });

  test('returns a snippet without control characters, and with the marks at their places', () => {
    expect(find('a\0b\u001b[31m fox\u0085', 'fox')).toStrictEqual({ snippet: 'a b [31m fox ', marks: [[9, 12]] });
  });

  test('cuts a snippet out of a long text around the hit, between words, and marks the cuts', () => {
    const text = `${'before '.repeat(50)}needle${' after'.repeat(50)}`;
    const { snippet, marks } = find(text, 'NEEDLE');
    expect(snippet).toBe(`…${'before '.repeat(5)}needle${' after'.repeat(19)}…`);
    expect(marks.map(([start, end]) => snippet.slice(start, end))).toStrictEqual(['needle']);
  });

  test('chooses the snippet with the most of the query words', () => {
    const text = `rent ${'x '.repeat(200)} rent control ${'y '.repeat(200)}`;
    const { snippet, marks } = find(text, 'control rent');
    expect(marks.map(([start, end]) => snippet.slice(start, end))).toStrictEqual(['rent', 'control']);
  });

  test('marks a phrase in a snippet as a whole, and overlapping hits once', () => {
    expect(find('a b c d', 'b.c c.d b').marks).toStrictEqual([[2, 7]]);
    expect(find('東京都', '京都').marks).toStrictEqual([[1, 3]]);
  });

  test('cuts a snippet between whole characters in a text without spaces', () => {
    const text = `${'😀'.repeat(61)}needle${'😀'.repeat(200)}`;
    const { snippet } = find(text, 'needle');
    expect(snippet.isWellFormed()).toBe(true);
    expect(snippet.length).toBeLessThanOrEqual(162);
  });

  test('returns the beginning of a text without hits as its snippet', () => {
    expect(find('nothing', 'else')).toStrictEqual({ snippet: 'nothing', marks: [] });
    expect(find('', 'else')).toStrictEqual({ snippet: '', marks: [] });
  });

  test(`keeps every mark inside the snippet and on a query word (seed ${SEED})`, () => {
    const word = fc.constantFrom('alpha', 'beta', 'Gamma', '東', '京', '😀', 'é', '\n', '-', 'x'.repeat(30));
    const text = fc.array(word, { maxLength: 120 }).chain((words) => fc.constantFrom(words.join(' '), words.join('')));
    const property = fc.property(text, fc.array(word, { minLength: 1, maxLength: 3 }), (text, query) => {
      const { snippet, marks } = find(text, query.join(' '));
      expect(snippet.isWellFormed()).toBe(true);
      let last = 0;
      for (const [start, end] of marks) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(snippet.slice(start, end)).toMatch(/^[\p{L}\p{M}\p{N}].*[\p{L}\p{M}\p{N}]$|^[\p{L}\p{M}\p{N}]$/su);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(snippet.length);
    });
    fc.assert(property, { seed: SEED, numRuns: 300 });
  });
});
