import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@parley/core';
import type { Catalog } from '@parley/languages/catalog';
import { findMessages, type Message } from '@parley/languages/find-messages';
import { catalogFile, readCatalog } from '@parley/languages/read-catalog';
import type { LanguageTexts, MainTexts } from '../src/main/language/main-texts.ts';

/**
 * Reads the messages of main in every language that has all of them; warns about the others. `folder` has the source of
 * main.
 */
export function readMainTexts(folder: string): MainTexts {
  const messages = findMainMessages(folder);
  const texts: MainTexts = {};
  for (const { id } of LANGUAGES) {
    if (!existsSync(catalogFile(id))) continue;
    const { picked, missing } = pickTexts(messages, readCatalog(id));
    if (missing.length === 0) texts[id] = picked;
    else console.warn(`The desktop app is not offered in ${id}, which lacks ${missing.join(' ')}`);
  }
  return texts;
}

export function findMainMessages(folder: string): Message[] {
  return globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => findMessages(file, readFileSync(join(folder, file), 'utf8')));
}

/** Picks the texts of these messages from a catalog. `missing` has the English texts of those that it lacks. */
export function pickTexts(messages: Message[], catalog: Catalog): { picked: LanguageTexts; missing: string[] } {
  const picked: LanguageTexts = { messages: {}, plurals: {} };
  const missing: string[] = [];
  for (const { kind, id } of messages) {
    const text = kind === 'plural' ? undefined : catalog.message(id);
    const forms = kind === 'plural' ? catalog.plural(id) : undefined;
    if (text !== undefined) picked.messages[id] = text;
    else if (forms) picked.plurals[id] = Object.fromEntries(catalog.categories.map((name, at) => [name, forms[at]]));
    else missing.push(JSON.stringify(id));
  }
  return { picked, missing };
}
