import { englishOf } from '@parley/core';
import type { Catalog } from './catalog.ts';

/** A language of marked English texts. A text without a mark in its build cannot be translated. */
export const PSEUDO = 'en-XA';

/** An invisible space, which tests ignore where they look for an English text. */
export const MARK = '\u200B';

export const pseudoCatalog: Catalog = {
  categories: ['one', 'other'],
  ids: [],
  message: (id) => mark(englishOf(id)),
  plural: (id) => [mark(id), mark(id)],
};

/** Marks the texts before, between and after the values. */
function mark(text: string): string {
  return text.replace(/\{\d+\}|[^{]+/g, (part) => (/\p{L}/u.test(part) && !part.startsWith('{') ? MARK + part : part));
}
