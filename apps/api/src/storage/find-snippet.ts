import { readWords, type Phrase, type Word } from './words.ts';

/** A part of a text with what was found in it: start and end in UTF-16 units of `snippet`, in order, none overlapping. */
interface Snippet {
  snippet: string;
  marks: [number, number][];
}

type Match = { phrase: number; start: number; end: number };

/** Characters of a snippet, and of them before the first mark. */
const LENGTH = 160;
const LEAD = 40;
const MAX_MATCHES = 200;

/** The part of the text in which most of the phrases stand, on one line, cut between words where there are spaces. */
export function findSnippet(text: string, phrases: Phrase[]): Snippet {
  const matches = findMatches(text, phrases);
  const first = bestStart(matches);
  const start = first ? cutBefore(text, first.start) : 0;
  const end = cutAfter(text, Math.max(start + LENGTH, first?.end ?? 0), first?.end ?? start);
  const lead = start > 0 ? '…' : '';
  const snippet = lead + text.slice(start, end).replace(/\s/g, ' ') + (end < text.length ? '…' : '');
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

/** Where the phrases stand, in order. */
function findMatches(text: string, phrases: Phrase[]): Match[] {
  const longest = Math.max(0, ...phrases.map(({ words }) => words.length));
  const recent: Word[] = [];
  const matches: Match[] = [];
  for (const word of readWords(text)) {
    recent.push(word);
    if (recent.length > longest) recent.shift();
    for (const [phrase, wanted] of phrases.entries()) {
      const found = recent.slice(-wanted.words.length);
      const from = found[0];
      if (from && isPhrase(found, wanted)) matches.push({ phrase, start: from.start, end: word.end });
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

/** The first of the matches from which on most different phrases fit into a snippet. */
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

/** A little before the mark, behind a space when there is one. */
function cutBefore(text: string, mark: number): number {
  if (mark <= LEAD) return 0;
  const from = mark - LEAD;
  const space = text.slice(from, mark).search(/\s/);
  return space === -1 ? wholeCharacter(text, from) : from + space + 1;
}

/** At the limit, or before it at the last space behind the mark. */
function cutAfter(text: string, limit: number, mark: number): number {
  if (limit >= text.length) return text.length;
  const space = text.slice(mark, limit + 1).search(/\s\S*$/);
  return space === -1 ? wholeCharacter(text, limit) : mark + space;
}

/** Not between the halves of a character. */
function wholeCharacter(text: string, index: number): number {
  const isLowHalf = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return isLowHalf ? index - 1 : index;
}
