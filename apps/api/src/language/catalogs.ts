import { existsSync } from 'node:fs';
import { LANGUAGES, splitMessage, type LanguageId, type Translator } from '@parley/core';
import type { Catalog } from '@parley/languages/catalog';
import { catalogFile, readCatalog } from '@parley/languages/read-catalog';

/** The texts of a language, with English for what is missing. */
export interface Texts extends Translator {
  /**
   * Translates a finished English sentence: one that was stored, or made before anyone asked. Undefined if none of our
   * texts reads like it.
   */
  sentence(english: string): string | undefined;
}

/** Longer texts are not ours. */
const LONGEST = 600;
/** A number as English sentences have it. */
const GROUPED = /^\d{1,3}(?:,\d{3}){1,4}$/;
/** A text with fewer letters besides its values would match sentences that are not ours. */
const FEWEST_LETTERS = 8;

const NONE: Catalog = { categories: ['other'], ids: [], message: () => undefined, plural: () => undefined };

const read = new Map<LanguageId, Texts>();

/** Reads a language's catalog once. Without one, all its texts are English. */
export function catalogOf(language: LanguageId): Texts {
  const known = read.get(language);
  if (known) return known;
  const texts = textsOf(language, existsSync(catalogFile(language)) ? readCatalog(language) : NONE);
  read.set(language, texts);
  return texts;
}

/** Replaces a language's catalog; null takes the file's again. Only tests call it. */
export function replaceCatalog(language: LanguageId, catalog: Catalog | null): void {
  if (catalog) read.set(language, textsOf(language, catalog));
  else read.delete(language);
}

/** The texts of a catalog. */
export function textsOf(language: string, catalog: Catalog): Texts {
  const rules = new Intl.PluralRules(language);
  let patterns: (string | number)[][] | undefined;
  const texts: Texts = {
    message: catalog.message,
    plural(id, count) {
      const forms = catalog.plural(id);
      return forms?.[catalog.categories.indexOf(rules.select(count))] ?? forms?.at(-1);
    },
    sentence(english) {
      const exact = catalog.message(english);
      if (exact !== undefined || english.length > LONGEST) return exact;
      patterns ??= catalog.ids.map(splitMessage).filter(hasWords);
      for (const parts of patterns) {
        const values = valuesIn(english, parts);
        if (values) return filled(parts, values);
      }
      return undefined;
    },
  };
  return texts;

  function numberText(english: string): string {
    return Number(english.replaceAll(',', '')).toLocaleString(LANGUAGES.find(({ id }) => id === language)?.locale);
  }

  function filled(parts: (string | number)[], values: Map<number, string>): string | undefined {
    const id = parts.map((part) => (typeof part === 'number' ? `{${part}}` : part)).join('');
    const message = catalog.message(id);
    return message?.replace(/\{(\d+)\}/g, (_, place: string) => {
      const value = values.get(Number(place)) ?? '';
      return GROUPED.test(value) ? numberText(value) : (texts.sentence(value) ?? value);
    });
  }
}

function hasWords(parts: (string | number)[]): boolean {
  const words = parts.filter((part) => typeof part === 'string').join('');
  return words.length < parts.join('').length && words.replace(/\P{L}/gu, '').length >= FEWEST_LETTERS;
}

/** The values with which a message reads like this sentence; null if it does not. */
function valuesIn(sentence: string, parts: (string | number)[]): Map<number, string> | null {
  const values = new Map<number, string>();
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      if (!sentence.startsWith(part, at)) return null;
      at += part.length;
      continue;
    }
    const next = parts[index + 1];
    const isLast = index + 2 >= parts.length;
    const end =
      typeof next !== 'string' ? sentence.length : isLast ? sentence.length - next.length : sentence.indexOf(next, at);
    if (end <= at) return null;
    values.set(part, sentence.slice(at, end));
    at = end;
  }
  return at === sentence.length ? values : null;
}
