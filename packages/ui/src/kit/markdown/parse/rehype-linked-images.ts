import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

/** Marks the pictures inside links: what stands for them may not hold a link of its own. */
export function rehypeLinkedImages(): (root: Root) => void {
  return (root) => {
    visit(root, { tagName: 'a' }, (link) => {
      visit(link, { tagName: 'img' }, (image) => {
        if (image.type === 'element') image.properties.inLink = true;
      });
    });
  };
}
