/** A word of a text: its folded form, and its position in UTF-16 units. */
export interface Word {
  folded: string;
  start: number;
  end: number;
}

/** Adjacent words in a query. With `isBeginning`, the last one is a prefix. */
export interface Phrase {
  words: string[];
  isBeginning: boolean;
}

/**
 * Scripts without spaces between words: each character is a word, so that any part of a run is found. The mark of a
 * voiced kana, which is a character of its own in decomposed and half-width text, belongs to the kana.
 */
const WORD =
  /[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}\p{M}]][\u3099\u309a\uff9e\uff9f]?|[[\p{L}\p{N}\p{M}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+/gv;
/**
 * Accents of Latin, Greek and Cyrillic, the points of Hebrew and Arabic, the tatweel, which only stretches a word, and
 * non-word characters left by folding.
 */
const DROPPED = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]|[^\p{L}\p{N}\p{M}]/gu;
/** Characters of a word that are compared. Anything longer is seldom a word. */
const COMPARED = 64;
/** Searchable words of one text: the first ones, about 120,000 characters of English. */
const INDEXED_WORDS = 20_000;
const MAX_PHRASES = 20;

/** Yields the words of a text in order. */
export function* readWords(text: string): Generator<Word> {
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const folded = fold(word.slice(0, COMPARED));
    if (folded !== '') yield { folded, start: match.index, end: match.index + word.length };
  }
}

/** Yields the indexed words of a text in folded form. Texts that are indexed already keep the words they have. */
export function* readIndexed(text: string): Generator<string> {
  let count = 0;
  for (const { folded } of readWords(text)) {
    yield folded;
    if (++count === INDEXED_WORDS) return;
  }
}

/** Parses a query into phrases, all of which must match. Only words count; there are no operators. */
export function readQuery(query: string): Phrase[] {
  const phrases = query
    .split(/\s+/)
    .map((run) => ({ words: [...readWords(run)].map(({ folded }) => folded), isBeginning: false }))
    .filter(({ words }) => words.length > 0)
    .slice(0, MAX_PHRASES);
  return phrases.map((phrase, index) => ({ ...phrase, isBeginning: index === phrases.length - 1 }));
}

/**
 * Folds a word for comparison: removes case, accents, and the difference between wide and narrow characters. For a
 * whole text, returns the folded words without anything between them.
 */
export function fold(word: string): string {
  if (/^[a-z0-9]*$/i.test(word)) return word.toLowerCase();
  // Most of Chinese needs no folding.
  if (/^[\u4e00-\u9fff]+$/.test(word)) return word;
  // Sigma has two lowercase forms.
  const lower = word.normalize('NFKD').toLowerCase().replaceAll('ς', 'σ');
  return lower.replace(DROPPED, '').normalize('NFC');
}
