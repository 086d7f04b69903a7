import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

/** Applies `transform` to each link and image address. Markdown produces no other attributes with addresses. */
export function rehypeUrls(root: Root, transform: (url: string, attribute: string) => string): void {
  visit(root, 'element', ({ properties }) => {
    for (const name of ['href', 'src']) {
      if (Object.hasOwn(properties, name)) properties[name] = transform(String(properties[name] ?? ''), name);
    }
  });
}
