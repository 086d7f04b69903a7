import type { Grammar } from './line-tokens.ts';

interface State {
  fence: string | undefined;
}

/** Markdown source: headings, list and quote markers, code and emphasis. */
export const markdownGrammar = {
  startState: (): State => ({ fence: undefined }),
  token(stream, state: State): string | null {
    if (stream.sol()) {
      const fence = /^\s*(`{3,}|~{3,})/.exec(stream.string)?.[1];
      if (fence && (!state.fence || fence.startsWith(state.fence))) {
        state.fence = state.fence ? undefined : fence;
        stream.skipToEnd();
        return 'meta';
      }
      if (!state.fence && stream.match(/^#{1,6}\s.*/)) return 'heading';
      if (!state.fence && stream.match(/^\s*(?:[-*+]|\d+[.)])(?=\s)/)) return 'keyword';
      if (!state.fence && stream.match(/^\s*>.*/)) return 'comment';
    }
    if (state.fence) {
      stream.skipToEnd();
      return null;
    }
    if (stream.match(/^`[^`]+`/)) return 'string';
    if (stream.match(/^\*\*[^*]+\*\*/)) return 'number';
    if (stream.match(/^\]\([^)]*\)/)) return 'string';
    stream.next();
    stream.eatWhile(/[^`*\]]/);
    return null;
  },
} satisfies Grammar as Grammar;
