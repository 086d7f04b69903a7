import { expect, test } from 'vitest';
import { rank } from './rank.ts';
import { sentences } from './sentences.ts';

const best = (asked: string, ...texts: string[]) => rank(asked, texts, (text) => text).map(({ item }) => item);

test('a rare word scores higher than a common one', () => {
  expect(best('blue sea', 'sea one', 'sea two', 'blue three', 'none')).toEqual(['blue three', 'sea one', 'sea two']);
});

test('ranking ignores plurals and case', () => {
  expect(best('Cookies', 'a cookie')).toEqual(['a cookie']);
  expect(best('policies', 'the Policy')).toEqual(['the Policy']);
  expect(best('class', 'a clas', 'the class')).toEqual(['the class']);
});

test('ranking ignores stop words', () => {
  expect(best('what is the', 'what is the time')).toEqual([]);
  expect(best('', 'x')).toEqual([]);
});

test('scripts without spaces match by character', () => {
  expect(best('天気', '明日の天気', '文字')).toEqual(['明日の天気']);
});

test.each([
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  ['At 3.5 km, e.g. here, it ends.', ['At 3.5 km, e.g. here, it ends.']],
  ['Mr. Hale met Dr. No. They left.', ['Mr. Hale met Dr. No.', 'They left.']],
  ['He said "no." Then he left.', ['He said "no."', 'Then he left.']],
  ['一つ。二つ！', ['一つ。', '二つ！']],
  ['A line\nthat goes on\n\nAnother', ['A line that goes on', 'Another']],
  ['- one\n- two', ['- one', '- two']],
  [' \n ', []],
])('%j is split into sentences', (text, expected) => expect(sentences(text)).toEqual(expected));
