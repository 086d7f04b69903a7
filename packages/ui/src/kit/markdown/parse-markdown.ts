import type { Root } from 'mdast';
import type { Extension, TokenizeContext } from 'micromark-util-types';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Processor } from 'unified';
import { formulaNodes } from './formula/formula-nodes.ts';
import { formulaSyntax } from './formula/formula-syntax.ts';

// What the text now being parsed may refer to although it is not in that text. Parsing is synchronous, so one slot will do.
let outside: { links: Iterable<string>; notes: readonly string[] } | undefined;

const primeLabels: Extension = {
  document: {
    null: {
      name: 'primeLabels',
      tokenize(this: TokenizeContext, _effects, _ok, nok) {
        if (outside) {
          (this.parser.gfmFootnotes ??= []).push(...outside.notes);
          this.parser.defined.push(...outside.links);
          outside = undefined;
        }
        return nok;
      },
    },
  },
};

function labelsKnown(this: Processor): void {
  const data = this.data();
  (data.micromarkExtensions ??= []).unshift(primeLabels);
}

function formulas(this: Processor): void {
  const data = this.data();
  (data.micromarkExtensions ??= []).push(formulaSyntax);
  (data.fromMarkdownExtensions ??= []).push(formulaNodes);
}

const processor = unified().use(remarkParse).use(remarkGfm).use(formulas).use(labelsKnown).freeze();

// `[^x](…` and `[^x][…` are links whose text begins with a caret, not notes.
const noteReference = /\[\^((?:[^[\]\\\s]|\\.)+)\](?![([])/g;

/**
 * Parses Markdown as the renderer does. A footnote reference is recognised whether or not its definition is in the text;
 * `links` are the labels (as `normalizeLabel` writes them) that are defined elsewhere in the reply.
 */
export function parseMarkdown(source: string, links: Iterable<string>): Root {
  const notes = source.includes('[^')
    ? [...source.matchAll(noteReference)].map((match) => normalizeLabel(match[1] ?? ''))
    : [];
  outside = { links, notes };
  return processor.parse(source);
}

/** One spelling for labels that mean the same definition: the parser's own rule. */
export function normalizeLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, ' ')
    .replace(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase();
}
