import { readWords } from './words.ts';

/** Characters of a passage, about a page's third; it ends at a line or a word where it can. */
const PASSAGE = 1_200;
/** The query's words that are looked for. */
const MAX_WORDS = 20;
/** Passages with one of the words that are ranked together. Common words are left out first. */
export const MOST_RANKED = 2_000;

/** Where a passage is in its text, in UTF-16 units. */
export interface PassageRange {
  start: number;
  end: number;
}

/** Yields the passages of a text from this place on. */
export function* passagesOf(text: string, from = 0): Generator<PassageRange> {
  for (let start = from; start < text.length;) {
    let end = Math.min(start + PASSAGE, text.length);
    if (end < text.length) {
      const line = text.lastIndexOf('\n', end);
      const space = text.lastIndexOf(' ', end);
      end = [line, space].find((place) => place > start + PASSAGE / 2) ?? end;
      // A surrogate pair stays whole.
      if (/[\udc00-\udfff]/.test(text.charAt(end))) end++;
    }
    yield { start, end };
    start = end;
  }
}

/** The words of a question that passages are searched for. */
export function wordsOf(question: string): string[] {
  return [...new Set([...readWords(question)].map(({ folded }) => folded))].slice(0, MAX_WORDS);
}

/**
 * The rarest words, as many as occur in at most `MOST_RANKED` passages together, and at least one. Words without
 * passages are left out.
 */
export function rarest<Word extends { count: number }>(words: Word[]): Word[] {
  const known = words.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count);
  let sum = 0;
  return known.filter(({ count }, index) => (sum += count) <= MOST_RANKED || index === 0);
}
