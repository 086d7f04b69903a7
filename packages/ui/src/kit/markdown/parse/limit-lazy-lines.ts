import type { Extension, TokenizeContext } from 'micromark-util-types';

/** Lines of a paragraph up to which a line without the markers of its quote or list may continue it. */
const maxLines = 200;
/** Each line of an open paragraph enters and exits one chunk. */
const maxEvents = 2 * maxLines;

/**
 * Ends a long paragraph after a lazy line, with the quote or list unless the next line has their markers: for each lazy
 * line, the parser looks back over the whole paragraph.
 */
export const limitLazyLines: Extension = {
  document: {
    null: {
      name: 'limitLazyLines',
      // A container that only the parser's look-ahead finds closes the open paragraph and opens nothing.
      tokenize(this: TokenizeContext, _effects, ok, nok) {
        return this.parser.lazy[this.now().line - 1] && isInLongParagraph(this) ? ok : nok;
      },
    },
  },
};

function isInLongParagraph(document: TokenizeContext): boolean {
  const [, line] = document.events.findLast(([, token]) => token.type === 'chunkFlow') ?? [];
  // A closed paragraph has no chunks left, since it is parsed.
  return line?._tokenizer?.events.at(-maxEvents)?.[1].type === 'chunkContent';
}
