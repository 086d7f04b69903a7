import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { BlockSplitter } from './block-splitter.ts';
import { corpus } from '../testing/corpus.ts';
import { parseMarkdown } from '../parse/parse-markdown.ts';

test(
  'every prefix of the corpus splits into the blocks that the parser finds in it at once',
  { timeout: 120_000 },
  () => {
    const wrong: string[] = [];
    for (const text of corpus) {
      const bad = firstDifference(text.slice(0, 400));
      if (bad !== undefined) wrong.push(bad);
    }
    expect(wrong).toEqual([]);
  },
);

/** Feeds the text one character at a time; returns the first prefix that splits differently from scratch. */
function firstDifference(text: string): string | undefined {
  const splitter = new BlockSplitter(new Map());
  const finished: string[] = [];
  for (let end = 1; end <= text.length; end += 1) {
    const prefix = text.slice(0, end);
    const { finished: newly, tail } = splitter.read(prefix, true);
    finished.push(...newly.map(({ node }) => outline(node)));
    const rest =
      tail.kind === 'blocks'
        ? tail.blocks.map(({ node }) => node)
        : [{ ...tail.code.template, value: tail.code.groups(true).join('') }];
    const split = [...finished, ...rest.map(outline)].join('\n');
    const whole = parseMarkdown(prefix, []).children.map(outline).join('\n');
    if (split !== whole) return `${JSON.stringify(prefix)}\n--- split\n${split}\n--- whole\n${whole}`;
  }
  return undefined;
}

/** A block without positions and without inline content, since links may be defined outside it. */
function outline(node: Nodes): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (key === 'position') return undefined;
    if (key === 'children' && isLines(value)) return undefined;
    return value;
  });
}

function isLines(children: unknown): boolean {
  const first: unknown = Array.isArray(children) ? children[0] : undefined;
  return typeof first === 'object' && first !== null && 'type' in first && phrasing.has(String(first.type));
}

const phrasing = new Set([
  'text',
  'emphasis',
  'strong',
  'delete',
  'inlineCode',
  'break',
  'link',
  'linkReference',
  'image',
  'imageReference',
  'footnoteReference',
  'html',
]);
