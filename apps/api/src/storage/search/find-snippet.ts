import { fold, readWords, type Phrase, type Word } from './words.ts';

/** A part of a text with its hits: start and end in UTF-16 units of `snippet`, sorted and without overlaps. */
interface Snippet {
  snippet: string;
  marks: [number, number][];
}

type Match = { phrase: number; start: number; end: number };

/** Length of a snippet, and of its part before the first mark, in characters. */
const LENGTH = 160;
const LEAD = 40;
const MAX_MATCHES = 200;
/** Size of a stretch, and its overlap with the text on each side, in characters. */
const STRETCH = 4_000;
const OVERLAP = 200;
/**
 * Stretches of one text that are read word by word. Reading words is slow; ruling out a stretch that lacks a word is
 * fast.
 */
const MOST_READ = 4;
/** Characters that one search examines in all of its texts together. */
const MOST_LOOKED_AT = 2_000_000;

/** Number of characters to examine in each text for a snippet when a search returns this many texts. */
export function reachOf(texts: number): number {
  return Math.ceil(MOST_LOOKED_AT / Math.max(1, texts));
}

/**
 * Finds the part of the text with most of the phrases and returns it on one line without control characters, cut
 * between words where there are spaces. Returns the beginning of the text when none of its first `reach` characters
 * match.
 */
export function findSnippet(text: string, phrases: Phrase[], reach = text.length): Snippet {
  const matches = findMatches(text, phrases, reach);
  const first = bestStart(matches);
  const start = first ? cutBefore(text, first.start) : 0;
  const end = cutAfter(text, Math.max(start + LENGTH, first?.end ?? 0), first?.end ?? start);
  const lead = start > 0 ? '…' : '';
  const snippet = lead + text.slice(start, end).replace(/[\s\p{Cc}]/gu, ' ') + (end < text.length ? '…' : '');
  const marks: [number, number][] = [];
  for (const match of matches) {
    if (match.start < start || match.end > end) continue;
    const [from, to] = [match.start - start + lead.length, match.end - start + lead.length];
    const last = marks.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else marks.push([from, to]);
  }
  return { snippet, marks };
}

/**
 * Matches in the first stretch that contains the most phrases, in order. Ignores matches after the first `reach`
 * characters.
 */
function findMatches(text: string, phrases: Phrase[], reach: number): Match[] {
  let best: Match[] = [];
  let most = 0;
  for (let at = 0, reads = 0; at < Math.min(text.length, reach); at += STRETCH) {
    const from = cutBetweenWords(text, at - OVERLAP);
    const stretch = text.slice(from, cutBetweenWords(text, at + STRETCH + OVERLAP));
    const folded = fold(stretch);
    const possible = phrases.filter(({ words }) => words.every((word) => folded.includes(word)));
    if (possible.length <= most) continue;
    const matches = readMatches(stretch, from, phrases);
    const found = new Set(matches.map(({ phrase }) => phrase)).size;
    if (found > most) [best, most] = [matches, found];
    if (most === phrases.length || ++reads === MOST_READ) break;
  }
  return best;
}

/** Matches in a stretch that begins at `offset` of its text, in order. */
function readMatches(stretch: string, offset: number, phrases: Phrase[]): Match[] {
  const longest = Math.max(0, ...phrases.map(({ words }) => words.length));
  const recent: Word[] = [];
  const matches: Match[] = [];
  for (const word of readWords(stretch)) {
    recent.push(word);
    if (recent.length > longest) recent.shift();
    for (const [phrase, wanted] of phrases.entries()) {
      const found = recent.slice(-wanted.words.length);
      const from = found[0];
      if (from && isPhrase(found, wanted)) {
        matches.push({ phrase, start: offset + from.start, end: offset + word.end });
      }
    }
    if (matches.length >= MAX_MATCHES) break;
  }
  return matches.sort((a, b) => a.start - b.start);
}

function isPhrase(found: Word[], { words, isBeginning }: Phrase): boolean {
  return (
    found.length === words.length &&
    found.every(({ folded }, index) => {
      const wanted = words[index] ?? '';
      return isBeginning && index === words.length - 1 ? folded.startsWith(wanted) : folded === wanted;
    })
  );
}

/** The first match from which the most different phrases fit into a snippet. */
function bestStart(matches: Match[]): Match | undefined {
  let best: Match | undefined;
  let most = 0;
  for (const [index, first] of matches.entries()) {
    const fitting = matches.slice(index).filter(({ end }) => end <= first.start + LENGTH - LEAD);
    const count = Math.max(1, new Set(fitting.map(({ phrase }) => phrase)).size);
    if (count > most) [best, most] = [first, count];
  }
  return best;
}

/** Returns a position shortly before the mark, after a space if possible. */
function cutBefore(text: string, mark: number): number {
  if (mark <= LEAD) return 0;
  const from = mark - LEAD;
  const space = text.slice(from, mark).search(/\s/);
  return space === -1 ? wholeCharacter(text, from) : from + space + 1;
}

/** Returns the limit, or the position of the last space between the mark and the limit. */
function cutAfter(text: string, limit: number, mark: number): number {
  if (limit >= text.length) return text.length;
  const space = text.slice(mark, limit + 1).search(/\s\S*$/);
  return space === -1 ? wholeCharacter(text, limit) : mark + space;
}

/** Returns the index, or a position shortly before it that follows a character outside of words, if there is one. */
function cutBetweenWords(text: string, index: number): number {
  if (index <= 0) return 0;
  if (index >= text.length) return text.length;
  const near = text.slice(index - OVERLAP / 2, index);
  const length = /[\p{L}\p{N}\p{M}]*$/u.exec(near)?.[0].length ?? 0;
  return length < near.length ? index - length : wholeCharacter(text, index);
}

/** Moves the index off the middle of a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  const isLowHalf = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return isLowHalf ? index - 1 : index;
}
