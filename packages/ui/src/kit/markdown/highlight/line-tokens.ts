import { StringStream } from '@codemirror/streamparser';
import type { StreamParser } from '@codemirror/streamparser';

/** Kinds of token that have a color; all other text has none. */
export type TokenKind = 'keyword' | 'string' | 'number' | 'comment';

export interface Token {
  readonly text: string;
  readonly kind: TokenKind | undefined;
}

/** A grammar that tokenizes line by line, each from the state after the line before. */
export type Grammar = StreamParser<unknown>;

const tabSize = 2;
/** A line longer than this many characters is not highlighted, since it is generated. */
const longestLine = 2000;

const kinds: Readonly<Record<string, TokenKind>> = {
  keyword: 'keyword',
  tag: 'keyword',
  qualifier: 'keyword',
  builtin: 'keyword',
  meta: 'keyword',
  modifier: 'keyword',
  heading: 'keyword',
  string: 'string',
  inserted: 'string',
  number: 'number',
  atom: 'number',
  bool: 'number',
  deleted: 'number',
  comment: 'comment',
  quote: 'comment',
};

export function startState(grammar: Grammar): unknown {
  return grammar.startState?.(tabSize) ?? {};
}

/** Copies a state, so that reading on does not change the original. */
export function copyState(grammar: Grammar, state: unknown): unknown {
  if (grammar.copyState) return grammar.copyState(state);
  if (typeof state !== 'object' || state === null) return state;
  return Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
  );
}

/**
 * Tokenizes a line; the tokens concatenate to it. Updates `state` in place to that of the next line. Merges adjacent
 * tokens of one kind.
 */
export function readLine(grammar: Grammar, line: string, state: unknown): Token[] {
  if (line.length > longestLine) return [{ text: line, kind: undefined }];
  const tokens: Token[] = [];
  if (!line) grammar.blankLine?.(state, tabSize);
  const stream = new StringStream(line, tabSize, tabSize);
  while (!stream.eol()) {
    stream.start = stream.pos;
    const name = readToken(grammar, stream, state);
    append(tokens, stream.current(), kindOf(name));
  }
  return tokens;
}

/** Appends a token, or extends the last one if it is of the same kind. */
export function append(tokens: Token[], text: string, kind: TokenKind | undefined): void {
  const last = tokens.at(-1);
  if (last && last.kind === kind) tokens[tokens.length - 1] = { text: last.text + text, kind };
  else tokens.push({ text, kind });
}

/**
 * Reads one token. A grammar may change its state a few times before it consumes a character; one that never does is
 * advanced.
 */
function readToken(grammar: Grammar, stream: StringStream, state: unknown): string | null {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const name = grammar.token(stream, state);
    if (stream.pos > stream.start) return name;
  }
  stream.next();
  return null;
}

function kindOf(name: string | null): TokenKind | undefined {
  for (const part of name?.split(/[ .]/) ?? []) {
    if (Object.hasOwn(kinds, part)) return kinds[part];
  }
  return undefined;
}
