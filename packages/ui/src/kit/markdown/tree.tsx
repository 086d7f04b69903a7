import type { Root, RootContent } from 'mdast';
import { use } from 'react';
import type { ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import type { Processor } from 'unified';
import { rehypeDirAuto } from './parse/rehype-dir-auto.ts';
import { rehypeLinkedImages } from './parse/rehype-linked-images.ts';
import { rehypeTaskLabels } from './parse/rehype-task-labels.ts';
import { InternalLinksContext, internalUrl } from './elements/internal-links-context.ts';
import { safeUrl } from './parse/safe-url.ts';

interface TreeProps {
  nodes: readonly RootContent[];
  components: Components;
}

const rehypePlugins = [rehypeTaskLabels, rehypeLinkedImages, rehypeDirAuto];

/** Nodes that are parsed and prepared already, as elements. */
export function Tree({ nodes, components }: TreeProps): ReactNode {
  const isOwn = use(InternalLinksContext);
  const root: Root = { type: 'root', children: [...nodes] };
  return (
    <ReactMarkdown
      remarkPlugins={[[alreadyParsed, root]]}
      rehypePlugins={rehypePlugins}
      urlTransform={isOwn ? internalUrl : safeUrl}
      components={components}
    />
  );
}

function alreadyParsed(this: Processor, root: Root): void {
  this.parser = () => root;
}
