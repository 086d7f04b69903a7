import { expect, test } from 'vitest';
import { readableSnippet } from './readable-snippet.ts';

test.each([
  ['## High tide', 'High tide'],
  ['a **bold** word, `code` and ~~not this~~', 'a bold word, code and not this'],
  ['an *important* word, but 6 * 7 = 42', 'an important word, but 6 * 7 = 42'],
  ['see [the table](https://example.com/a_b) and ![a map](map.png).', 'see the table and a map.'],
  ['| Port | Height |\n| --- | --- |\n| Brest | 7 m |', ' Port Height \n \n Brest 7 m '],
  ['- one\n* two\n> three', 'one\ntwo\nthree'],
  ['no marks: a_b, [x], (y) and #1', 'no marks: a_b, [x], (y) and #1'],
])('shows %j as %j', (text, shown) => {
  expect(readableSnippet({ text, marks: [] }).text).toBe(shown);
});

test('keeps the matches on their words, and drops those in addresses', () => {
  const text = '**The tide** at [Brest](https://tide.example) is `high tide`';
  const marks = [...text.matchAll(/tide/g)].map(({ index }): [number, number] => [index, index + 4]);
  expect(marks).toHaveLength(3);
  const { text: shown, marks: moved } = readableSnippet({ text, marks });
  expect(shown).toBe('The tide at Brest is high tide');
  expect(moved.map(([start, end]) => shown.slice(start, end))).toEqual(['tide', 'tide']);
});
