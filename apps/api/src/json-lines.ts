/** A string, a mark, or any other value of JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Token {
  text: string;
  at: number;
}

/**
 * The line, from 1, of the entry at a path of this JSON text, which must be valid; that of the last entry on the way if
 * it is missing.
 */
export function lineOf(text: string, path: readonly PropertyKey[]): number {
  const tokens = Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({ text: token, at: index }));
  let value = 0;
  let found = tokens[0]?.at ?? 0;
  for (const key of path) {
    const entry = entryOf(tokens, value, key);
    if (entry === null) break;
    found = tokens[entry]?.at ?? found;
    // A key is followed by a colon and its value.
    value = tokens[value]?.text === '{' ? entry + 2 : entry;
  }
  return text.slice(0, found).split('\n').length;
}

/**
 * Returns the path of each entry whose key its object already has. The text must be valid JSON. `JSON.parse` silently
 * takes the last value.
 */
export function repeatedKeys(text: string): PropertyKey[][] {
  const tokens = Array.from(text.matchAll(TOKEN), ([token]) => token);
  const repeated: PropertyKey[][] = [];
  /** The objects and lists around a token, each with the key or the index of its current entry. */
  const around: { keys: Set<string> | null; key: PropertyKey }[] = [];
  for (const [index, token] of tokens.entries()) {
    const inner = around.at(-1);
    if (token === '{') around.push({ keys: new Set(), key: '' });
    else if (token === '[') around.push({ keys: null, key: 0 });
    else if (token === '}' || token === ']') around.pop();
    else if (token === ',' && typeof inner?.key === 'number') inner.key++;
    else if (inner?.keys && tokens[index + 1] === ':') {
      inner.key = JSON.parse(token) as string;
      if (inner.keys.has(inner.key)) repeated.push(around.map(({ key }) => key));
      inner.keys.add(inner.key);
    }
  }
  return repeated;
}

/** The line, from 1, at which a text stops being JSON; its last one if only the end is missing. */
export function brokenLineOf(text: string): number {
  const [, line] = /line (\d+)/.exec(syntaxError(text.trimEnd())) ?? [];
  if (line !== undefined) return Number(line);
  // V8 names a wrong token without its place. The lines before it only lack an end.
  const lines = text.trimEnd().split('\n');
  let [whole, broken] = [0, lines.length];
  while (broken - whole > 1) {
    const middle = Math.ceil((whole + broken) / 2);
    if (syntaxError(lines.slice(0, middle).join('\n')).startsWith('Unexpected token')) broken = middle;
    else whole = middle;
  }
  return broken;
}

function syntaxError(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * The index of the token that begins an entry of the object or the list at `start`; the last one, as in `JSON.parse`.
 */
function entryOf(tokens: Token[], start: number, key: PropertyKey): number | null {
  const isList = tokens[start]?.text === '[';
  let depth = 0;
  let count = 0;
  let found: number | null = null;
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index]?.text ?? '';
    if (token === '}' || token === ']') depth--;
    if (depth === 0 && index > start) break;
    if (token === '{' || token === '[') depth++;
    if (depth !== 1 || (index !== start && token !== ',')) continue;
    const next = tokens[index + 1]?.text ?? '';
    if (isList ? count === key : next.startsWith('"') && JSON.parse(next) === String(key)) found = index + 1;
    count++;
  }
  return found;
}
