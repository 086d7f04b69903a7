import type { Root } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Extension, TokenizeContext } from 'micromark-util-types';
import { formulaNodes } from '../formula/formula-nodes.ts';
import { formulaSyntax } from '../formula/formula-syntax.ts';
import { hidePipes } from './hide-pipes.ts';
import { replaceHostileMarkers, restoreMarkers } from './hostile-markers.ts';
import { limitInline } from './limit-inline.ts';
import { limitLazyLines } from './limit-lazy-lines.ts';

// Labels that the text being parsed may refer to although they are defined outside it. Parsing is synchronous, so one
// slot is enough.
let outside: { links: Iterable<string>; footnotes: readonly string[] } | undefined;

const prepareParser: Extension = {
  document: {
    null: {
      name: 'prepareParser',
      tokenize(this: TokenizeContext, _effects, _ok, nok) {
        if (outside) {
          (this.parser.gfmFootnotes ??= []).push(...outside.footnotes);
          this.parser.defined.push(...outside.links);
          outside = undefined;
          limitInline(this.parser);
        }
        return nok;
      },
    },
  },
};

// remark-parse and its extensions without remark-stringify, which nothing here needs and every first reply would load.
const options: Options = {
  // One tilde is no strikethrough: it means “about”, or joins the ends of a range.
  extensions: [prepareParser, limitLazyLines, gfm({ singleTilde: false }), formulaSyntax],
  mdastExtensions: [...gfmFromMarkdown(), formulaNodes],
};

// `[^x](…` and `[^x][…` are links whose text begins with a caret, not footnotes.
// A label has at most 999 characters.
const noteReference = /\[\^((?:[^[\]\\\s]|\\.){1,999})\](?![([])/g;

/**
 * Parses Markdown as the renderer does. Recognizes a footnote reference even if its definition is not in the text.
 * `links` are the labels (normalized by `normalizeLabel`) defined elsewhere in the reply. The time is about linear in
 * the length: excess markers of hostile texts stay text.
 */
export function parseMarkdown(source: string, links: Iterable<string>): Root {
  const footnotes = source.includes('[^')
    ? [...source.matchAll(noteReference)].map((match) => normalizeLabel(match[1] ?? ''))
    : [];
  outside = { links, footnotes };
  const safe = replaceHostileMarkers(hidePipes(source));
  const root = fromMarkdown(safe, options);
  if (safe !== source) restoreMarkers(root);
  return root;
}

/** Normalizes a label by the parser's own rule. */
export function normalizeLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, ' ')
    .replace(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase();
}
