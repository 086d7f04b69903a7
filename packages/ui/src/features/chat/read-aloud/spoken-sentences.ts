import { LONGEST_SENTENCE, spokenNames, spokenPicture, spokenSymbols } from '@parley/core';

/** A sentence of a reply. */
export interface SpokenSentence {
  text: string;
  /** Where it stands on the page. */
  range: Range;
}

const NAMES = spokenNames();
const SYMBOLS: Record<string, string> = spokenSymbols();
/** Parts that are named instead of read. */
const NAMED: [selector: string, name: string][] = [
  ['.has-diagram', NAMES.diagram],
  ['.code', NAMES.code],
  ['.table', NAMES.table],
  ['.formula-block', NAMES.formula],
];
const SILENT = 'button, svg, .sr-only, [role=status], .caret, [aria-hidden=true], .footnote-ref, .footnote';
const PARTS = new RegExp(`.{1,${LONGEST_SENTENCE}}(?: |$)|.{1,${LONGEST_SENTENCE}}`, 'gsu');
const INLINE = /^(?:A|ABBR|B|CODE|DEL|EM|I|KBD|MARK|S|SPAN|STRONG|SUB|SUP|U)$/;

/**
 * Splits a rendered reply into the sentences to read aloud. Code, tables and formulas on lines of their own are named,
 * pictures have their descriptions, and addresses are read as their hosts. Every block begins a sentence.
 */
export function spokenSentences(prose: Element): SpokenSentence[] {
  const blocks: Piece[][] = [[]];
  collect(prose, blocks);
  return blocks.flatMap(sentencesOf);
}

/** Text of one node. */
interface Piece {
  text: string;
  /** A text node with the same length as `text`, or an element that is replaced by it. */
  node: Text | Element;
}

function collect(node: Node, blocks: Piece[][]): void {
  const add = (text: string) => blocks.at(-1)?.push({ text, node: node as Text | Element });
  if (node instanceof Text) return void add(node.data.replaceAll(/\s/g, ' '));
  if (!(node instanceof Element) || node.matches(SILENT)) return;
  const isBlock = !INLINE.test(node.tagName);
  const name = NAMED.find(([selector]) => node.matches(selector))?.[1];
  if (name !== undefined) blocks.push([{ text: name, node: node.querySelector('pre, table') ?? node }], []);
  else if (node instanceof HTMLImageElement)
    blocks.push([{ text: node.alt === '' ? NAMES.picture : spokenPicture(node.alt), node }], []);
  else if (node.matches('br')) add(' ');
  else if (node.matches('.formula')) add(inWords(node.getAttribute('data-written') ?? ''));
  else if (node instanceof HTMLAnchorElement && /^https?:/.test(node.textContent)) add(node.hostname);
  else {
    if (isBlock) blocks.push([]);
    for (const child of node.childNodes) collect(child, blocks);
    if (isBlock) blocks.push([]);
  }
}

function sentencesOf(pieces: Piece[]): SpokenSentence[] {
  const text = pieces.map((piece) => piece.text).join('');
  const sentences: SpokenSentence[] = [];
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)) {
    for (const part of segment.matchAll(PARTS)) {
      if (!/[\p{L}\p{N}]/u.test(part[0])) continue;
      const start = index + part.index + part[0].search(/\S/);
      const spoken = part[0].trim();
      sentences.push({ text: spoken, range: rangeOf(pieces, start, start + spoken.length) });
    }
  }
  return sentences;
}

function rangeOf(pieces: Piece[], start: number, end: number): Range {
  const range = new Range();
  let at = 0;
  for (const { node, text } of pieces) {
    const after = at + text.length;
    if (at <= start && start < after) {
      if (node instanceof Text) range.setStart(node, start - at);
      else range.setStartBefore(node);
    }
    if (at < end && end <= after) {
      if (node instanceof Text) range.setEnd(node, end - at);
      else range.setEndAfter(node);
    }
    at = after;
  }
  return range;
}

/** Names what a voice would skip or spell. */
function inWords(tex: string): string {
  return tex
    .replaceAll(/\$|\\[()[\]]/g, '')
    .replaceAll(/[\^_=]/g, (symbol) => ` ${SYMBOLS[symbol]} `)
    .replaceAll(/[\\{}\s]+/g, ' ')
    .trim();
}
