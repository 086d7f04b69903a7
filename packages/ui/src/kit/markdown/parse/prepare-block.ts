import type {
  Definition,
  FootnoteDefinition,
  FootnoteReference,
  ImageReference,
  LinkReference,
  Nodes,
  Parents,
  Root,
  RootContent,
  Table,
  TableCell,
  Text,
} from 'mdast';
import { visit } from 'unist-util-visit';
import { normalizeLabel } from './parse-markdown.ts';

/** A link reference definition, as far as links need it. */
export type LinkTarget = Pick<Definition, 'url' | 'title'>;

/** The label that links a reference to its definition. */
export function labelOf(
  node: Definition | FootnoteDefinition | FootnoteReference | ImageReference | LinkReference,
): string {
  return normalizeLabel(node.identifier);
}

/**
 * Makes a parsed node renderable by itself, and changes its content in place. References get their targets, footnote
 * references become `sup` elements, and HTML becomes text. Also returns the labels of its footnote references.
 */
export function prepareBlock(
  block: RootContent,
  links: ReadonlyMap<string, LinkTarget>,
  isFirstReference: (label: string) => boolean,
): { node: RootContent; references: string[] } {
  const references: string[] = [];
  const root: Root = { type: 'root', children: [block] };
  visit(root, (node, index, parent) => {
    if (!parent || index === undefined) return;
    if (node.type === 'footnoteDefinition' || node.type === 'definition') return 'skip';
    if (node.type === 'footnoteReference') {
      const label = labelOf(node);
      asNoteReference(node, label, isFirstReference(label));
      references.push(label);
    }
    const target =
      node.type === 'linkReference' || node.type === 'imageReference' ? links.get(labelOf(node)) : undefined;
    if (node.type === 'linkReference' && target)
      replace(parent, index, { type: 'link', ...target, children: node.children });
    if (node.type === 'imageReference' && target)
      replace(parent, index, { type: 'image', ...target, alt: node.alt ?? null });
    if (node.type === 'table') {
      addColumns(node);
      limitPadding(node);
    }
    if (node.type === 'tableCell') breakLines(node);
    if (node.type === 'html') replace(parent, index, rawText(node.value, parent));
    if (node.type === 'formulaBlock' && !node.closed)
      replace(parent, index, rawText(node.data.hProperties.written, parent));
    return;
  });
  return { node: root.children[0] ?? block, references };
}

/** Adds columns for the text of rows that are longer than the head, which the renderer would leave out. */
function addColumns({ align, children }: Table): void {
  if (!align) return;
  for (const { children: cells } of children) {
    const last = cells.findLastIndex((cell) => cell.children.length > 0);
    while (align.length <= last) align.push(null);
  }
}

/** Cells that a table may get besides as many as are written. */
const MAX_PADDING = 500;

/**
 * Leaves short rows short where filling them would take many more cells than are written: 600 columns and 600 empty
 * rows are 3.6 KB. Without alignments, the renderer fills no rows.
 */
function limitPadding(table: Table): void {
  const columns = table.align?.length ?? 0;
  const written = table.children.reduce((sum, row) => sum + row.children.length, 0);
  if (columns * table.children.length > 2 * written + MAX_PADDING) table.align = null;
}

function asNoteReference(node: FootnoteReference, label: string, first: boolean): void {
  const unknown = node as Nodes as Text;
  const written = node.label ?? node.identifier;
  Object.assign(unknown, {
    type: 'noteReference',
    data: { hName: 'sup', hProperties: { label, first, written }, hChildren: [] },
  });
}

/**
 * Turns `<br>` in a table cell into a line break, the only HTML that is interpreted: a cell has no other way to break a
 * line.
 */
function breakLines(cell: TableCell): void {
  visit(cell, 'html', (html, index, parent) => {
    if (parent && index !== undefined && /^<br\s*\/?>$/i.test(html.value)) replace(parent, index, { type: 'break' });
  });
}

function rawText(value: string, parent: Parents): RootContent {
  const text: Text = { type: 'text', value };
  const inText =
    parent.type === 'paragraph' || parent.type === 'heading' || parent.type === 'tableCell' || isPhrasing(parent);
  return inText ? text : { type: 'paragraph', children: [text], data: { hProperties: { className: ['prose__raw'] } } };
}

function isPhrasing(node: Parents): boolean {
  return (
    node.type === 'emphasis' ||
    node.type === 'strong' ||
    node.type === 'delete' ||
    node.type === 'link' ||
    node.type === 'linkReference'
  );
}

function replace(parent: Parents, index: number, node: RootContent): void {
  (parent.children as Nodes[])[index] = node;
}
