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
  nodes: readonly RootContent[];
  components: Components;
}

/** Renders nodes that were parsed and prepared. */
export function Tree({ nodes, components }: TreeProps): ReactNode {
  const url = use(InternalLinksContext) ? internalUrl : safeUrl;
  const root: Root = { type: 'root', children: [...nodes] };
  const tree = toHast(root) as HastRoot;
  rehypeTaskLabels(tree);
  rehypeLinkedImages(tree);
  rehypeDirAuto(tree);
  rehypeUrls(tree, url);
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, components, passKeys: true, passNode: true });
}
