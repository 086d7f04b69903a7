import type { Element, Nodes } from 'hast';
import type { ReactNode } from 'react';
import type { Components } from 'hast-util-to-jsx-runtime';
import { Fence } from './elements/fence.tsx';
import { Formula } from './formula/formula.tsx';
import { Link } from './elements/link.tsx';
import { FootnoteReference } from './footnotes/footnote-reference.tsx';
import { groupLines } from './stream/open-code.ts';
import { Picture } from './elements/picture.tsx';
import { ScrollingTable } from './elements/scrolling-table.tsx';

/** A table with more rows has a button that copies it, and keeps its head in view. */
const LONG_TABLE = 12;

/**
 * Renderers for a reply's elements. `sup` is always a footnote reference and `var` a formula: Markdown has no other way
 * to write either.
 */
export const components: Components = {
  h1: 'h2',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  a: ({ href, title, children }) => (
    <Link href={href} title={title}>
      {children}
    </Link>
  ),
  img: ({ src, alt, node }) => (
    <Picture src={typeof src === 'string' ? src : ''} alt={alt} linked={node?.properties.inLink !== true} />
  ),
  pre: ({ node }) => <Code node={node} />,
  table: ({ node, children }) => (
    <ScrollingTable name={nameTable(node)} isLong={countRows(node) > LONG_TABLE}>
      {children}
    </ScrollingTable>
  ),
  th: ({ node, children }) => <th className={alignment(node)}>{children}</th>,
  td: ({ node, children }) => <td className={alignment(node)}>{children}</td>,
  var: ({ node }) => (
    <Formula
      tex={String(node?.properties.tex)}
      written={String(node?.properties.written)}
      block={node?.properties.set === 'block'}
    />
  ),
  sup: ({ node }) => (
    <FootnoteReference
      label={String(node?.properties.label)}
      written={String(node?.properties.written)}
      first={node?.properties.first === true}
    />
  ),
};

function Code({ node }: { node: Element | undefined }): ReactNode {
  const code = node?.children[0];
  const properties = code?.type === 'element' ? code.properties : {};
  const language = Array.isArray(properties.className)
    ? String(properties.className[0]).replace('language-', '')
    : undefined;
  return (
    <Fence language={language} groups={groupLines(textOf(code).replace(/\n$/, ''))} caret={properties.caret === true} />
  );
}

function countRows(table: Element | undefined): number {
  const body = table?.children.find((child) => child.type === 'element' && child.tagName === 'tbody');
  return body?.type === 'element' ? body.children.filter((row) => row.type === 'element').length : 0;
}

function nameTable(table: Element | undefined): string {
  const head = table?.children.find((child) => child.type === 'element' && child.tagName === 'thead');
  const titles =
    head?.type === 'element' ? head.children.flatMap((row) => (row.type === 'element' ? row.children : [])) : [];
  const names = titles.map((cell) => textOf(cell).trim()).filter(Boolean);
  return names.length > 0 ? `Table: ${names.join(', ')}` : 'Table';
}

function alignment(cell: Element | undefined): string | undefined {
  const { align } = cell?.properties ?? {};
  return align === 'right' ? 'table__right' : align === 'center' ? 'table__center' : undefined;
}

function textOf(node: Nodes | undefined): string {
  if (!node) return '';
  return node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';
}
