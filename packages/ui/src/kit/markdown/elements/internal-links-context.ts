import { createContext } from 'react';
import { safeUrl } from '../parse/safe-url.ts';

/** Whether the text is the product's own, so that its links may open the product's pages. A reply's links may not. */
export const InternalLinksContext = createContext(false);

/** Returns the address if it is an internal page or passes `safeUrl`. */
export function internalUrl(url: string, attribute: string): string {
  return attribute === 'href' && /^\/(?![/\\])/.test(url) ? url : safeUrl(url, attribute);
}
