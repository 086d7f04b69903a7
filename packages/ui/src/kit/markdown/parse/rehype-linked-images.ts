import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

/** Marks images inside links, since their replacement must not contain a link. */
export function rehypeLinkedImages(root: Root): void {
  visit(root, { tagName: 'a' }, (link) => {
    visit(link, { tagName: 'img' }, (image) => {
      if (image.type === 'element') image.properties.inLink = true;
    });
  });
}
