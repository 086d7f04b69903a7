import { StringStream } from '@codemirror/streamparser';
import type { StreamParser } from '@codemirror/streamparser';

/** What the design has colours for; the rest of the text has none. */
export type TokenKind = 'keyword' | 'string' | 'number' | 'comment';

export interface Token {
  readonly text: string;
  readonly kind: TokenKind | undefined;
}

/** A language whose lines are read one by one, each from the state the line before has left. */
export type Grammar = StreamParser<unknown>;

const tabSize = 2;
/** A line longer than this, in characters, is not highlighted: it is generated. */
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

/** A state that may be read on from without changing the original. */
export function copyState(grammar: Grammar, state: unknown): unknown {
  if (grammar.copyState) return grammar.copyState(state);
  if (typeof state !== 'object' || state === null) return state;
  return Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
  );
}

/** Tokens of a line, which join to it; `state` is changed in place to what the next line begins in. Neighbours of a kind are one token. */
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

/** Appends a token, or lengthens the last one where it is of the same kind. */
export function append(tokens: Token[], text: string, kind: TokenKind | undefined): void {
  const last = tokens.at(-1);
  if (last && last.kind === kind) tokens[tokens.length - 1] = { text: last.text + text, kind };
  else tokens.push({ text, kind });
}

/** A grammar may change its state a few times before it takes a character; one that never does is moved on. */
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
