import { StringStream } from '@codemirror/streamparser';
import { copyState, startState } from './line-tokens.ts';
import type { Grammar } from './line-tokens.ts';

/** A language embedded in another: it starts after `begins` matches in the outer one and lasts until `ends`. */
interface Part {
  /** Matches the text up to and including the last character before that place. */
  begins: RegExp;
  ends: RegExp;
  grammar: Grammar;
}

interface State {
  outer: unknown;
  inner: { part: Part; state: unknown } | undefined;
}

/** Combines a grammar with embedded ones, such as HTML with scripts. */
export function embed(outer: Grammar, parts: readonly Part[], begin?: Part): Grammar {
  const grammar = {
    startState: (): State => ({
      outer: startState(outer),
      inner: begin && { part: begin, state: startState(begin.grammar) },
    }),
    copyState: ({ outer: state, inner }: State): State => ({
      outer: copyState(outer, state),
      inner: inner && { part: inner.part, state: copyState(inner.part.grammar, inner.state) },
    }),
    token: (stream: StringStream, state: State): string | null => {
      if (state.inner) {
        const { part, state: inner } = state.inner;
        const end = stream.string.slice(stream.pos).search(part.ends);
        if (end !== 0)
          return readInside(stream, part.grammar, inner, end < 0 ? stream.string.length : stream.pos + end);
        state.inner = undefined;
      }
      const name = outer.token(stream, state.outer);
      const part = parts.find(({ begins }) => begins.test(stream.string.slice(0, stream.pos)));
      if (part) state.inner = { part, state: startState(part.grammar) };
      return name;
    },
  };
  return grammar as Grammar;
}

/** Reads a token of the inner language, which must not see past `end` on the line. */
function readInside(stream: StringStream, grammar: Grammar, state: unknown, end: number): string | null {
  const inside = new StringStream(stream.string.slice(0, end), 2, 2);
  inside.start = stream.start;
  inside.pos = stream.pos;
  const name = grammar.token(inside, state);
  stream.pos = inside.pos;
  return name;
}
