import { englishOf } from '@parley/core';
import type { Catalog } from './catalog.ts';

/** A language of English texts with a mark in each. What has no mark in its build is a text that nobody can translate. */
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
