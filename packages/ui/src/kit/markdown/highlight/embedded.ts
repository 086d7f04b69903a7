import { StringStream } from '@codemirror/streamparser';
import { copyState, startState } from './line-tokens.ts';
import type { Grammar } from './line-tokens.ts';

/** A language inside another one: from after `begins` matches at a place of the outer one until `ends`. */
interface Part {
  /** Matches the text before the place, up to and with its last character. */
  begins: RegExp;
  ends: RegExp;
  grammar: Grammar;
}

interface State {
  outer: unknown;
  inner: { part: Part; state: unknown } | undefined;
}

/** A grammar with others inside of it, such as HTML with scripts. */
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

/** Reads a token of the inner language, which sees nothing of the line beyond `end`. */
function readInside(stream: StringStream, grammar: Grammar, state: unknown, end: number): string | null {
  const inside = new StringStream(stream.string.slice(0, end), 2, 2);
  inside.start = stream.start;
  inside.pos = stream.pos;
  const name = grammar.token(inside, state);
  stream.pos = inside.pos;
  return name;
}
