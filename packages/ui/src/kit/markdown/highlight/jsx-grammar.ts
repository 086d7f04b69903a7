import { javascript, typescript } from '@codemirror/legacy-modes/mode/javascript';
import type { Grammar } from './line-tokens.ts';

/**
 * JavaScript or TypeScript with JSX: highlights element names, and does not read an apostrophe within a word as a
 * string or the slash of a closing tag as a regular expression.
 */
function withElements(script: Grammar): Grammar {
  return {
    ...script,
    token(stream, state) {
      const before = stream.string.slice(0, stream.pos);
      if (/[a-z]$/i.test(before) && stream.match(/^'(?=[a-z])/)) return null;
      if (before.endsWith('<') && stream.match(/^\/(?=[\w>])/)) return null;
      const name = script.token(stream, state);
      return name === 'variable' && /(?:^|[\s(,>{}?:&])<\/?$/.test(before) ? 'tag' : name;
    },
  };
}

export const jsx = withElements(javascript);
export const tsx = withElements(typescript);
