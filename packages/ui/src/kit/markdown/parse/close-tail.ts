import type { Code, Nodes, Paragraph, PhrasingContent, RootContent, Table, TableCell } from 'mdast';
import type { SourceBlock } from '../stream/block-splitter.ts';
import { closeInline } from './close-inline.ts';
import type { FormulaBlock } from '../formula/formula-nodes.ts';
import { parseMarkdown } from './parse-markdown.ts';

type Leaf = Paragraph | TableCell | Code | Extract<RootContent, { type: 'heading' }>;

/**
 * Prepares the last block for display while more may arrive: closes what is still open and puts the caret at its end.
 * Returns the node and whether the caret found a place.
 */
export function closeTail(block: SourceBlock): { node: RootContent; hasCaret: boolean } {
  const { node, source, offset } = startedTable(block) ?? block;
  const leaf = lastLeaf(node);
  if (leaf?.type === 'code') {
    // The language is incomplete until its line is.
    if (!source.includes('\n')) leaf.lang = null;
    if (leaf === node) return { node, hasCaret: false };
    leaf.data = { ...leaf.data, hProperties: { caret: true } };
  } else if (leaf) {
    const end = (leaf.position?.end.offset ?? offset) - offset;
    leaf.children = [...closeInline(leaf.children, (at) => source.slice(at - offset, end)), caret()];
  }
  return { node, hasCaret: leaf !== undefined };
}

/** Creates a paragraph that contains only the caret. */
export function caretAlone(): Paragraph {
  return { type: 'paragraph', children: [caret()] };
}

function caret(): PhrasingContent {
  return {
    type: 'text',
    value: '',
    data: { hName: 'span', hProperties: { className: ['caret'], ariaHidden: 'true' }, hChildren: [] },
  };
}

/** The last node in a block that can hold text. */
function lastLeaf(node: Nodes | undefined): Leaf | undefined {
  switch (node?.type) {
    case 'paragraph':
    case 'heading':
    case 'tableCell':
    case 'code':
      return node;
    case 'table':
      return lastCell(node);
    case 'formulaBlock':
      return node.closed ? undefined : asParagraph(node);
    case 'blockquote':
    case 'listItem':
      // Put the caret inside the node that has just started.
      if (node.children.length === 0) node.children.push({ type: 'paragraph', children: [] });
      return lastLeaf(node.children.at(-1));
    case 'list':
    case 'footnoteDefinition':
      return lastLeaf(node.children.at(-1));
    default:
      return undefined;
  }
}

/** Replaces a half formula, which is unreadable, with an empty paragraph. */
function asParagraph(formula: FormulaBlock): Paragraph {
  const unknown = formula as Nodes as Paragraph;
  Object.assign(unknown, { type: 'paragraph', children: [], data: {} });
  return unknown;
}

function lastCell(table: Table): TableCell | undefined {
  const cells = table.children.at(-1)?.children ?? [];
  return cells.findLast((cell) => cell.children.length > 0) ?? cells[0];
}

/** A table's header row parses as a paragraph until the row below arrives; shows it as a table from the start. */
function startedTable({ node, source }: SourceBlock): SourceBlock | undefined {
  if (node.type !== 'paragraph' || !source.startsWith('|')) return undefined;
  const [head = '', delimiters = '', ...more] = source.split('\n');
  if (more.length > 0 || !/^[|:\- \t]*$/.test(delimiters)) return undefined;
  const row = `${head.trim().replace(/([^|\\])\|$/, '$1')} |`;
  const columns = row.match(/(?<!\\)\|/g)?.length ?? 0;
  const table = `${row}\n|${'-|'.repeat(columns - 1)}`;
  const first = parseMarkdown(table, []).children[0];
  return first?.type === 'table' ? { node: first, source: table, offset: 0 } : undefined;
}
