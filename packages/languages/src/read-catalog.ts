import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextId } from '@parley/core';
import PO from 'pofile';
import { pluralCategories, type Catalog } from './catalog.ts';
import { PSEUDO, pseudoCatalog } from './pseudo.ts';

/** The folder of the files that translators edit, `<language>.po`. */
const CATALOGS = join(import.meta.dirname, '..');

export const catalogFile = (language: string) => join(CATALOGS, `${language}.po`);

/** Reads a language's texts. Throws if there is no such language. */
export function readCatalog(language: string): Catalog {
  if (language === PSEUDO) return pseudoCatalog;
  const { items } = PO.parse(readFileSync(catalogFile(language), 'utf8'));
  const isDone = (item: (typeof items)[number]) => !item.obsolete && !item.flags.fuzzy && item.msgstr.every(Boolean);
  const done = items.filter(isDone);
  const messages = new Map(
    done.filter((item) => !item.msgid_plural).map((item) => [contextId(item.msgctxt, item.msgid), item.msgstr[0]]),
  );
  const plurals = new Map(done.flatMap((item) => (item.msgid_plural ? [[item.msgid_plural, item.msgstr]] : [])));
  return {
    categories: pluralCategories(language),
    ids: [...messages.keys()],
    message: (id) => messages.get(id),
    plural: (id) => plurals.get(id),
  };
}
