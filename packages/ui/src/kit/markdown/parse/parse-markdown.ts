import type { Root } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Extension, TokenizeContext } from 'micromark-util-types';
import { formulaNodes } from '../formula/formula-nodes.ts';
import { formulaSyntax } from '../formula/formula-syntax.ts';

// What the text now being parsed may refer to although it is not in that text. Parsing is synchronous, so one slot will do.
let outside: { links: Iterable<string>; footnotes: readonly string[] } | undefined;

const primeLabels: Extension = {
  document: {
    null: {
      name: 'primeLabels',
      tokenize(this: TokenizeContext, _effects, _ok, nok) {
        if (outside) {
          (this.parser.gfmFootnotes ??= []).push(...outside.footnotes);
          this.parser.defined.push(...outside.links);
          outside = undefined;
        }
        return nok;
      },
    },
  },
};

// What remark does, without its way back to Markdown, which nothing here needs and every first reply would load.
const options: Options = {
  extensions: [primeLabels, gfm(), formulaSyntax],
  mdastExtensions: [...gfmFromMarkdown(), formulaNodes],
};

// `[^x](…` and `[^x][…` are links whose text begins with a caret, not footnotes.
// A label has at most 999 characters.
const noteReference = /\[\^((?:[^[\]\\\s]|\\.){1,999})\](?![([])/g;

/**
 * Parses Markdown as the renderer does. A footnote reference is recognised whether or not its definition is in the text;
 * `links` are the labels (as `normalizeLabel` writes them) that are defined elsewhere in the reply.
 */
export function parseMarkdown(source: string, links: Iterable<string>): Root {
  const footnotes = source.includes('[^')
    ? [...source.matchAll(noteReference)].map((match) => normalizeLabel(match[1] ?? ''))
    : [];
  outside = { links, footnotes };
  return fromMarkdown(source, options);
}

/** One spelling for labels that mean the same definition: the parser's own rule. */
export function normalizeLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, ' ')
    .replace(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase();
}
