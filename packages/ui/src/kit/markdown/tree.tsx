import type { Root, RootContent } from 'mdast';
import { use } from 'react';
import type { ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import type { Processor } from 'unified';
import { directBlocks } from './direct-blocks.ts';
import { markLinkedImages } from './mark-linked-images.ts';
import { nameTasks } from './name-tasks.ts';
import { OwnPagesContext, ownUrl } from './own-pages.ts';
import { safeUrl } from './safe-url.ts';

interface TreeProps {
  nodes: readonly RootContent[];
  components: Components;
}

const rehypePlugins = [nameTasks, markLinkedImages, directBlocks];

/** Nodes that are parsed and prepared already, as elements. */
export function Tree({ nodes, components }: TreeProps): ReactNode {
  const isOwn = use(OwnPagesContext);
  const root: Root = { type: 'root', children: [...nodes] };
  return (
    <ReactMarkdown
      remarkPlugins={[[alreadyParsed, root]]}
      rehypePlugins={rehypePlugins}
      urlTransform={isOwn ? ownUrl : safeUrl}
      components={components}
    />
  );
}

function alreadyParsed(this: Processor, root: Root): void {
  this.parser = () => root;
}
