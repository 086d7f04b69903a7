import { createContext } from 'react';
import { safeUrl } from '../parse/safe-url.ts';

/** Whether the text is the product's own, whose links may lead to the product's pages; a reply's may not. */
export const InternalLinksContext = createContext(false);

/** The address if it is that of a page here or a reader may follow it anyway; see `safeUrl`. */
export function internalUrl(url: string, attribute: string): string {
  return attribute === 'href' && /^\/(?![/\\])/.test(url) ? url : safeUrl(url, attribute);
}
