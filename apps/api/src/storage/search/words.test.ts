import { describe, expect, test } from 'vitest';
import { readQuery, readWords } from './words.ts';

const words = (text: string) => [...readWords(text)].map(({ folded }) => folded);

describe('readWords', () => {
  test.each([
    ['The Quick, brown-fox’s 2nd.', ['the', 'quick', 'brown', 'fox', 's', '2nd']],
    ['Ärger Cafe\u0301 ŁÓDŹ Straße', ['arger', 'cafe', 'łodz', 'straße']],
    ['ΛΌΓΟΣ λόγος', ['λογοσ', 'λογοσ']],
    ['İ ﬁ Ａ１ x²', ['i', 'fi', 'a1', 'x2']],
    ['東京 is メール𠮷', ['東', '京', 'is', 'メ', 'ー', 'ル', '𠮷']],
    ['x東y', ['x', '東', 'y']],
    ['\u30ac\u30d1 \u30ab\u3099\u30cf\u309a ｶﾞﾊﾟ', ['ガ', 'パ', 'ガ', 'パ', 'ガ', 'パ']],
    ['العـــربية ــ', ['العربية']],
    ['한국어 हिन्दी', ['한국어', 'हिन्दी']],
    ['⑴ ﷺ', ['1', 'صلىاللهعليهوسلم']],
    ['\u0301 … 😀 _*"\'()\u0000', []],
    ['', []],
  ])('splits %j into %j', (text, folded) => {
    expect(words(text)).toStrictEqual(folded);
  });

  test('keeps only letters, digits and marks of a word, so that it cannot break an engine’s query', () => {
    const all = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).join(' ');
    expect(words(all).filter((word) => !/^[\p{L}\p{N}\p{M}]+$/u.test(word))).toStrictEqual([]);
    expect(words(all).filter((word) => word !== word.toLowerCase() && word.length === 1)).toStrictEqual([]);
  });

  test('returns the position of each word in the text', () => {
    const text = '😀 ﬁne Cafe\u0301!';
    const found = [...readWords(text)].map(({ start, end }) => text.slice(start, end));
    expect(found).toStrictEqual(['ﬁne', 'Cafe\u0301']);
  });

  test('compares very long words by their beginning', () => {
    expect(words(`${'x'.repeat(100)}y`)).toStrictEqual(words(`${'x'.repeat(100)}z`));
    const [word] = readWords('x'.repeat(100));
    expect(word).toMatchObject({ start: 0, end: 100 });
  });
});

describe('readQuery', () => {
  test('groups words written together and treats the last one as a prefix', () => {
    expect(readQuery(' Rent  state-of the* ')).toStrictEqual([
      { words: ['rent'], isBeginning: false },
      { words: ['state', 'of'], isBeginning: false },
      { words: ['the'], isBeginning: true },
    ]);
  });

  test('returns no phrases for a query without a word, and at most twenty for a very long one', () => {
    expect(readQuery(' "" * \u0301 ')).toStrictEqual([]);
    expect(readQuery('a '.repeat(1000))).toHaveLength(20);
  });
});
