import { clike } from '@codemirror/legacy-modes/mode/clike';
import type { Grammar } from './line-tokens.ts';

const words = (list: string): Record<string, true> => Object.fromEntries(list.split(' ').map((word) => [word, true]));

/** PHP between its tags. */
export const phpGrammar: Grammar = clike({
  name: 'php',
  keywords: words(
    'abstract and array as break case catch class clone const continue declare default die do echo else elseif empty ' +
      'enddeclare endfor endforeach endif endswitch endwhile enum eval exit extends final finally fn for foreach function ' +
      'global goto if implements include include_once instanceof insteadof interface isset list match namespace new or ' +
      'print private protected public readonly require require_once return self static switch throw trait try unset use ' +
      'var while xor yield bool int float string void mixed never object iterable callable',
  ),
  atoms: words('true false null TRUE FALSE NULL __CLASS__ __DIR__ __FILE__ __LINE__ __METHOD__ __NAMESPACE__'),
  multiLineStrings: true,
  hooks: {
    $: (stream: { eatWhile: (match: RegExp) => boolean }) => {
      stream.eatWhile(/[\w$]/);
      return 'variable';
    },
    '#': (stream: { skipToEnd: () => void; eat: (match: string) => unknown }) => {
      if (stream.eat('[')) return 'meta';
      stream.skipToEnd();
      return 'comment';
    },
  },
});
