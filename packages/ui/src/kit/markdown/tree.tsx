import { toJsxRuntime, type Components } from 'hast-util-to-jsx-runtime';
import type { Root as HastRoot } from 'hast';
import type { Root, RootContent } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { Fragment, use } from 'react';
import type { ReactNode } from 'react';
import { jsx, jsxs } from 'react/jsx-runtime';
import { InternalLinksContext, internalUrl } from './elements/internal-links-context.ts';
import { rehypeDirAuto } from './parse/rehype-dir-auto.ts';
import { rehypeLinkedImages } from './parse/rehype-linked-images.ts';
import { rehypeTaskLabels } from './parse/rehype-task-labels.ts';
import { rehypeUrls } from './parse/rehype-urls.ts';
import { safeUrl } from './parse/safe-url.ts';

interface TreeProps {
  /** Parsed and prepared nodes, which never change. They are always shown with the same components and kind of links. */
  nodes: RootContent | readonly RootContent[];
  components: Components;
}

/** The elements of nodes that are still kept, so that a reply that is opened again has them already. */
const rendered = new WeakMap<TreeProps['nodes'], ReactNode>();

/** Renders nodes of Markdown. */
export function Tree({ nodes, components }: TreeProps): ReactNode {
  const url = use(InternalLinksContext) ? internalUrl : safeUrl;
  const elements = rendered.get(nodes) ?? render([nodes].flat(), components, url);
  rendered.set(nodes, elements);
  return elements;
}

function render(nodes: RootContent[], components: Components, url: typeof safeUrl): ReactNode {
  const root: Root = { type: 'root', children: nodes };
  const tree = toHast(root) as HastRoot;
  rehypeTaskLabels(tree);
  rehypeLinkedImages(tree);
  rehypeDirAuto(tree);
  rehypeUrls(tree, url);
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, components, passKeys: true, passNode: true });
}
