import { t } from '@parley/core';
import type { Element, Nodes } from 'hast';
import { use, type JSX, type ReactNode } from 'react';
import type { Components, ExtraProps } from 'hast-util-to-jsx-runtime';
import { Link } from './elements/link.tsx';
import { FootnoteReference } from './footnotes/footnote-reference.tsx';
import { groupLines } from './stream/open-code.ts';
import { PartsContext } from './parts-context.ts';

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
  img: Image,
  pre: ({ node }) => <Code node={node} />,
  table: Table,
  th: ({ node, children }) => <th className={alignment(node)}>{children}</th>,
  td: ({ node, children }) => <td className={alignment(node)}>{children}</td>,
  var: Variable,
  sup: ({ node }) => (
    <FootnoteReference
      label={String(node?.properties.label)}
      written={String(node?.properties.written)}
      first={node?.properties.first === true}
    />
  ),
};

type Props<Tag extends keyof JSX.IntrinsicElements> = JSX.IntrinsicElements[Tag] & ExtraProps;

function Image({ src, alt, node }: Props<'img'>): ReactNode {
  const { Picture } = use(PartsContext);
  return <Picture src={typeof src === 'string' ? src : ''} alt={alt} linked={node?.properties.inLink !== true} />;
}

function Table({ node, children }: Props<'table'>): ReactNode {
  const { ScrollingTable } = use(PartsContext);
  return <ScrollingTable name={nameTable(node)}>{children}</ScrollingTable>;
}

function Variable({ node }: Props<'var'>): ReactNode {
  const { Formula } = use(PartsContext);
  const { tex, written, set } = { ...node?.properties };
  return <Formula tex={String(tex)} written={String(written)} block={set === 'block'} />;
}

function Code({ node }: { node: Element | undefined }): ReactNode {
  const { Fence } = use(PartsContext);
  const code = node?.children[0];
  const properties = code?.type === 'element' ? code.properties : {};
  const language = Array.isArray(properties.className)
    ? String(properties.className[0]).replace('language-', '')
    : undefined;
  return (
    <Fence language={language} groups={groupLines(textOf(code).replace(/\n$/, ''))} caret={properties.caret === true} />
  );
}

function nameTable(table: Element | undefined): string {
  const head = table?.children.find((child) => child.type === 'element' && child.tagName === 'thead');
  const titles =
    head?.type === 'element' ? head.children.flatMap((row) => (row.type === 'element' ? row.children : [])) : [];
  const names = titles.map((cell) => textOf(cell).trim()).filter(Boolean);
  return names.length > 0 ? t`Table: ${names.join(', ')}` : t`Table`;
}

function alignment(cell: Element | undefined): string | undefined {
  const { align } = cell?.properties ?? {};
  return align === 'right' ? 'table__right' : align === 'center' ? 'table__center' : undefined;
}

function textOf(node: Nodes | undefined): string {
  if (!node) return '';
  return node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';
}
