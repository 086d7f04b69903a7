/** A word of a text: as words are compared, and where it stands, in UTF-16 units. */
export interface Word {
  folded: string;
  start: number;
  end: number;
}

/** Words that stand together in a query; of the last one only the beginning needs to be there when it `isBeginning`. */
export interface Phrase {
  words: string[];
  isBeginning: boolean;
}

/** In scripts that put no spaces between words each character is a word, so that any part of a run is found. */
const WORD =
  /[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}\p{M}]]|[[\p{L}\p{N}\p{M}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+/gv;
/** Accents of Latin, Greek and Cyrillic, the points of Hebrew and Arabic, and what folding leaves that is no word. */
const DROPPED = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]|[^\p{L}\p{N}\p{M}]/gu;
/** Characters of a word that are compared; what is longer is seldom a word. */
const COMPARED = 64;
/** Words of one text that are found by a search: the first ones, about 120,000 characters of English. */
const INDEXED_WORDS = 20_000;
const MAX_PHRASES = 20;

/** The words of a text in their order. */
export function* readWords(text: string): Generator<Word> {
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const folded = fold(word.slice(0, COMPARED));
    if (folded !== '') yield { folded, start: match.index, end: match.index + word.length };
  }
}

/** The words of a text by which a search finds it, as they are compared. */
export function* readIndexed(text: string): Generator<string> {
  let count = 0;
  for (const { folded } of readWords(text)) {
    yield folded;
    if (++count === INDEXED_WORDS) return;
  }
}

/** What a query asks for, all of which must be there. Only words count: nothing in it is an operator. */
export function readQuery(query: string): Phrase[] {
  const phrases = query
    .split(/\s+/)
    .map((run) => ({ words: [...readWords(run)].map(({ folded }) => folded), isBeginning: false }))
    .filter(({ words }) => words.length > 0)
    .slice(0, MAX_PHRASES);
  return phrases.map((phrase, index) => ({ ...phrase, isBeginning: index === phrases.length - 1 }));
}

/**
 * A word as it is compared: without case and accents, and without the difference between wide and narrow characters. Of a
 * whole text the folded words, one right behind the other.
 */
export function fold(word: string): string {
  if (/^[a-z0-9]*$/i.test(word)) return word.toLowerCase();
  // Most of Chinese: nothing to fold.
  if (/^[\u4e00-\u9fff]+$/.test(word)) return word;
  // A sigma has two small forms.
  const lower = word.normalize('NFKD').toLowerCase().replaceAll('ς', 'σ');
  return lower.replace(DROPPED, '').normalize('NFC');
}
