import type { Nodes } from 'mdast';

/** Column at which a marker no longer opens a quote, list or footnote, since the parser's cost grows with the depth. */
const maxColumn = 64;
const tabSize = 4;

/** Punctuation in a row after which an address is known to continue; the parser looks ahead from each character. */
const longestPunctuation = 64;

// Noncharacters, which no text contains, one for each character that is replaced.
const markers = '>-*+.)[!"&\',:;<?]}_~|';
export const standIn = (marker: string): string => String.fromCharCode(0xfdd0 + markers.indexOf(marker));
const standIns = /[\uFDD0-\uFDE4]/g;
const punctuation = new Set('!"&\'),.:;<>?]}*_~');

const container = /[ \t]|>|[-*+](?=[ \t\n]|$)|\d{1,9}[.)](?=[ \t\n]|$)|\[\^[^\]\s]{1,999}\]:/y;
const rule = /[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,})(?=\n|$)/y;

/**
 * Replaces what the parser takes quadratic time for by stand-ins of the same length: the markers of containers nested
 * too deeply, and long rows of punctuation in an address. Returns the source itself if it has none, otherwise pass the
 * parsed tree to `restoreMarkers`.
 */
export function replaceHostileMarkers(source: string): string {
  return shortenPunctuation(flattenNesting(source));
}

function shortenPunctuation(source: string): string {
  let short = '';
  let copied = 0;
  // Minus infinity after a space, since punctuation there is outside an address.
  let run = -Infinity;
  let inEntity = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] ?? '';
    if (punctuation.has(char)) {
      run += 1;
      inEntity = char === '&';
      if (run <= longestPunctuation) continue;
      short += source.slice(copied, at) + standIn(char);
      copied = at + 1;
    } else if (!inEntity || !/[A-Za-z]/.test(char)) {
      run = /\s/.test(char) ? -Infinity : 0;
      inEntity = false;
    }
  }
  return copied === 0 ? source : short + source.slice(copied);
}

function flattenNesting(source: string): string {
  let flat = '';
  let copied = 0;
  for (let line = 0; line >= 0 && line < source.length; line = source.indexOf('\n', line) + 1 || -1) {
    for (const at of deepMarkers(source, line)) {
      flat += source.slice(copied, at) + standIn(source[at] ?? '');
      copied = at + 1;
    }
  }
  return copied === 0 ? source : flat + source.slice(copied);
}

/** Offsets of the markers beyond the last column, in the line that starts at `line`. */
function deepMarkers(source: string, line: number): number[] {
  const found: number[] = [];
  let column = 0;
  for (let at = line; ; at = container.lastIndex) {
    container.lastIndex = at;
    const part = container.exec(source)?.[0];
    if (part === undefined) return found;
    if (column >= maxColumn && part.trim()) {
      rule.lastIndex = at;
      if (rule.test(source)) return found;
      found.push(part.startsWith('[') ? at : at + part.length - 1);
    }
    column += part === '\t' ? tabSize : part.length;
  }
}

/** Puts the markers that stand-ins replaced back into all texts of the tree. */
export function restoreMarkers(node: Nodes): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') Object.assign(node, { [key]: restored(value) });
  }
  if ('data' in node && node.data && 'hProperties' in node.data) {
    for (const [key, value] of Object.entries(node.data.hProperties ?? {}))
      if (typeof value === 'string') Object.assign(node.data.hProperties ?? {}, { [key]: restored(value) });
  }
  if ('children' in node) for (const child of node.children) restoreMarkers(child);
}

function restored(text: string): string {
  return text.replace(standIns, (char) => markers[char.charCodeAt(0) - 0xfdd0] ?? char);
}
