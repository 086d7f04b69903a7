import type { RootContent } from 'mdast';
import { memo, use } from 'react';
import type { JSX, ReactNode } from 'react';
import type { Components, ExtraProps } from 'hast-util-to-jsx-runtime';
import { Link } from '../elements/link.tsx';
import { PartsContext } from '../parts-context.ts';
import { Tree } from '../tree.tsx';

const Line = ({ children }: { children?: ReactNode }): ReactNode => <span className="footnote__line">{children}</span>;

function Image({ src, alt }: JSX.IntrinsicElements['img']): ReactNode {
  const { Picture } = use(PartsContext);
  return <Picture src={typeof src === 'string' ? src : ''} alt={alt} linked={false} />;
}

function Variable({ node }: ExtraProps): ReactNode {
  const { Formula } = use(PartsContext);
  return <Formula tex={String(node?.properties.tex)} written={String(node?.properties.written)} block={false} />;
}

// A footnote is inside a paragraph, which may contain only phrasing content.
const components: Components = {
  a: ({ href, title, children }) => (
    <Link href={href} title={title}>
      {children}
    </Link>
  ),
  img: Image,
  var: Variable,
  input: ({ checked }) => (checked ? '☑' : '☐'),
  sup: ({ node }) => `[^${String(node?.properties.written)}]`,
  hr: () => null,
  ...Object.fromEntries(
    ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'blockquote', 'pre', 'tr'].map((name) => [name, Line]),
  ),
  ...Object.fromEntries(
    ['ul', 'ol', 'table', 'thead', 'tbody'].map((name) => [name, ({ children }: { children?: ReactNode }) => children]),
  ),
  ...Object.fromEntries(
    ['th', 'td'].map((name) => [name, ({ children }: { children?: ReactNode }) => <span>{children} </span>]),
  ),
};

/** The text of a footnote. */
export const FootnoteBody = memo(function FootnoteBody({ content }: { content: readonly RootContent[] }): ReactNode {
  return <Tree nodes={content} components={components} />;
});
