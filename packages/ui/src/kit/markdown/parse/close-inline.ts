import type { PhrasingContent, Text } from 'mdast';
import { isLikelyFormula } from '../formula/is-formula.ts';
import { isUnspaced } from './unspaced-text.ts';

/** Text of the line that marks each character as literal, or as an escape or entity. */
interface Words {
  value: string;
  raw: readonly boolean[];
}
type Item = Words | PhrasingContent;

/** Characters of the text in which open constructs are closed; a longer one shows its markers until it ends. */
const longestText = 10_000;
/** Emphasis within emphasis that is closed. */
const deepestEmphasis = 16;
/** Characters after a dollar sign that decide whether it has started a formula. */
const formulaStart = 400;

const isWords = (item: Item | undefined): item is Words => item !== undefined && 'raw' in item;

/**
 * Closes the inline constructs left open at the end of a reply: emphasis and code run to the end, a half link shows its
 * text. Closed constructs are already separate nodes, so every marker found in the text is an open one. `sourceFrom`
 * returns the source from an offset to the end of the line.
 */
export function closeInline(
  children: readonly PhrasingContent[],
  sourceFrom: (offset: number) => string,
): PhrasingContent[] {
  const first = children[0]?.position?.start.offset;
  if (first === undefined || sourceFrom(first).length > longestText) return [...children];
  const items: Item[] = children.map((child) => {
    const start = child.position?.start.offset;
    if (child.type !== 'text' || start === undefined) return child;
    return { value: child.value, raw: places(child.value, sourceFrom(start)).map(({ raw }) => raw) };
  });
  closeCode(items, children, sourceFrom);
  hideFormula(items, children, sourceFrom);
  closeLink(items);
  return closeEmphasis(items);
}

/** Maps each character of the value to its offset in the source, and whether it is literal there. */
function places(value: string, source: string): { at: number; raw: boolean }[] {
  let at = 0;
  return Array.from({ length: value.length }, (_, index) => {
    const char = value[index];
    const start = at;
    if (source[at] === '\\' && source[at + 1] === char && /[!-/:-@[-`{-~]/.test(char ?? '')) {
      at += 2;
      return { at: start, raw: false };
    }
    if (char === '\n') {
      const line = source.indexOf('\n', at);
      at = line < 0 ? source.length : line + 1 + (/^[ \t>]*/.exec(source.slice(line + 1))?.[0].length ?? 0);
      return { at: start, raw: false };
    }
    if (source[at] !== char) return { at: start, raw: false };
    const entity = char === '&' ? /^&[#\w]+;/.exec(source.slice(at))?.[0] : undefined;
    at += entity?.length ?? 1;
    return { at: start, raw: !entity };
  });
}

function closeCode(items: Item[], children: readonly PhrasingContent[], sourceFrom: (offset: number) => string): void {
  const found = find(items, '`');
  if (!found) return;
  const { item, index, at } = found;
  const ticks = /^`+/.exec(item.value.slice(at))?.[0].length ?? 1;
  const start = children[index]?.position?.start.offset ?? 0;
  const inSource = places(item.value, sourceFrom(start))[at]?.at ?? 0;
  const code = sourceFrom(start + inSource + ticks)
    .split('\n')
    .map((line, index) => (index === 0 ? line : line.replace(/^[ \t>]+/, '')).trimEnd())
    .filter((line) => line !== '')
    .join(' ')
    .trim();
  items.splice(
    index,
    items.length,
    cutWords(item, 0, at),
    ...(code ? [{ type: 'inlineCode' as const, value: code }] : []),
  );
}

/** Hides what has likely started as a formula until it is closed, since half a formula is unreadable. */
function hideFormula(
  items: Item[],
  children: readonly PhrasingContent[],
  sourceFrom: (offset: number) => string,
): void {
  for (const [index, item] of items.entries()) {
    const start = children[index]?.position?.start.offset;
    if (!isWords(item) || start === undefined) continue;
    const source = sourceFrom(start);
    const opening = places(item.value, source).findIndex(({ at, raw }) => {
      const mark = /^(?:\$\$?|\\[([])/.exec(source.slice(at))?.[0];
      if (!mark || raw !== (mark[0] === '$') || /[\p{L}\p{N}_$]/u.test(mark[0] === '$' ? (source[at - 1] ?? '') : ''))
        return false;
      return isLikelyFormula(mark, source.slice(at + mark.length, at + formulaStart));
    });
    if (opening < 0) continue;
    items.splice(index, items.length, cutWords(item, 0, opening));
    return;
  }
  const last = items.at(-1);
  // What the backslash escapes or opens has not arrived yet.
  if (isWords(last) && last.value.endsWith('\\') && last.raw.at(-1)) items[items.length - 1] = cutWords(last, 0, -1);
}

function closeLink(items: Item[]): void {
  const target = findLast(items, /\](?=[([])/g);
  if (target && isHalfTarget(items, target)) {
    const start = findOpening(items, target);
    if (!start) return;
    items.splice(target.index, items.length, cutWords(target.item, 0, target.at));
    dropBracket(items, start);
    return;
  }
  const closing = findLast(items, /\]/g);
  const opening = findLast(items, /\[/g);
  if (opening && (!closing || isBefore(closing, opening))) {
    const isNote = opening.item.value[opening.at + 1] === '^';
    if (isNote) items.splice(opening.index, items.length, cutWords(opening.item, 0, opening.at));
    else dropBracket(items, opening);
    return;
  }
  // A label at the very end: the next character decides whether it is a link.
  if (!closing || closing.index < items.length - 1 || closing.at < closing.item.value.length - 1) return;
  const start = findOpening(items, closing);
  if (!start) return;
  items[closing.index] = cutWords(closing.item, 0, closing.at);
  dropBracket(items, start);
}

/** Whether the text since `](` or `][` neither ends the link nor rules it out. */
function isHalfTarget(items: readonly Item[], { index, at, item }: Place): boolean {
  const rest = [
    item.value.slice(at + 2),
    ...items.slice(index + 1).map((next) => (isWords(next) ? next.value : '')),
  ].join('');
  return item.value[at + 1] === '['
    ? !rest.includes(']')
    : !rest.includes(')') && !/\s(?!["'(\s])/.test(rest.replace(/["'].*/s, ''));
}

function findOpening(items: readonly Item[], closing: Place): Place | undefined {
  let depth = 0;
  for (let index = closing.index; index >= 0; index -= 1) {
    const item = items[index];
    if (!isWords(item)) continue;
    for (let at = index === closing.index ? closing.at - 1 : item.value.length - 1; at >= 0; at -= 1) {
      if (!item.raw[at]) continue;
      if (item.value[at] === ']') depth += 1;
      if (item.value[at] === '[' && (depth -= 1) < 0) return { item, index, at };
    }
  }
  return undefined;
}

function dropBracket(items: Item[], { index, at }: Place): void {
  const item = items[index];
  if (!isWords(item)) return;
  const from = item.value[at - 1] === '!' ? at - 1 : at;
  items.splice(index, 1, cutWords(item, 0, from), cutWords(item, at + 1));
}

function closeEmphasis(items: readonly Item[]): PhrasingContent[] {
  let closed: PhrasingContent[] = [];
  let depth = 0;
  // From the end, so that constructs opened later are closed inside those opened earlier.
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (!isWords(item)) {
      if (item) closed.unshift(item);
      continue;
    }
    let end = item.value.length;
    for (const run of [...item.value.matchAll(/\*+|_+|~~/g)].reverse()) {
      const after = item.value[run.index + run[0].length] ?? (closed.length > 0 ? 'x' : undefined);
      const before = item.value[run.index - 1] ?? (index > 0 ? 'x' : ' ');
      if (depth === deepestEmphasis || !item.raw[run.index] || !opens(run[0], before, after)) continue;
      depth += 1;
      const inside = [...words(item.value.slice(run.index + run[0].length, end)), ...closed];
      closed = inside.length > 0 ? wrap(run[0], inside) : [];
      end = run.index;
    }
    closed.unshift(...words(item.value.slice(0, end)));
  }
  return closed;
}

/** Whether a delimiter run is left-flanking; a run at the very end is about to open. */
function opens(run: string, before: string, after: string | undefined): boolean {
  if (after === undefined) return true;
  const afterOther = /[\s\p{P}\p{S}]/u.test(before) || (!run.startsWith('_') && isUnspaced(before + after));
  if (/\s/.test(after) || run.length > 3) return false;
  return run.startsWith('_') || /[\p{P}\p{S}]/u.test(after) ? afterOther : true;
}

function wrap(run: string, children: PhrasingContent[]): PhrasingContent[] {
  if (run.startsWith('~')) return [{ type: 'delete', children }];
  const inner: PhrasingContent[] = run.length > 1 ? [{ type: 'strong', children }] : children;
  return run.length === 2 ? inner : [{ type: 'emphasis', children: inner }];
}

interface Place {
  item: Words;
  index: number;
  at: number;
}

function find(items: readonly Item[], char: string): Place | undefined {
  for (const [index, item] of items.entries()) {
    if (!isWords(item)) continue;
    const at = item.raw.findIndex((raw, position) => raw && item.value[position] === char);
    if (at >= 0) return { item, index, at };
  }
  return undefined;
}

function findLast(items: readonly Item[], pattern: RegExp): Place | undefined {
  const index = items.findLastIndex((item) => isWords(item) && lastMatch(item, pattern) >= 0);
  const item = items[index];
  return isWords(item) ? { item, index, at: lastMatch(item, pattern) } : undefined;
}

function lastMatch(item: Words, pattern: RegExp): number {
  return [...item.value.matchAll(pattern)].findLast((match) => item.raw[match.index])?.index ?? -1;
}

function isBefore(a: Place, b: Place): boolean {
  return a.index < b.index || (a.index === b.index && a.at < b.at);
}

function cutWords(item: Words, start: number, end?: number): Words {
  return { value: item.value.slice(start, end), raw: item.raw.slice(start, end) };
}

function words(value: string): Text[] {
  return value ? [{ type: 'text', value }] : [];
}
