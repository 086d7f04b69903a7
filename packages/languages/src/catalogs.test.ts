import { readFileSync } from 'node:fs';
import { contextId, LANGUAGES } from '@parley/core';
import PO from 'pofile';
import { describe, expect, it } from 'vitest';
import { pluralCategories } from './catalog.ts';
import { collectMessages } from './collect-messages.ts';
import { catalogFile } from './read-catalog.ts';

const messages = collectMessages();
const places = (text: string) => [...text.matchAll(/\{\d+\}/g)].map(String).toSorted();

describe.each(LANGUAGES.filter(({ id }) => id !== 'en'))('$name', ({ id }) => {
  const { items, headers } = PO.parse(readFileSync(catalogFile(id), 'utf8'));

  it('the catalog has each message of the code, and no other: `npm run languages` writes them', () => {
    const expected = messages.map(({ id: text, one }) => (one === null ? text : `${one}|${text}`));
    const idOf = ({ msgctxt, msgid, msgid_plural: many }: (typeof items)[number]) =>
      many ? `${msgid}|${many}` : contextId(msgctxt, msgid);
    // Not their order, so code can move without the translations: `npm run languages` sorts them again.
    expect(items.map(idOf).toSorted()).toEqual(expected.toSorted());
    expect(headers.Language).toBe(id);
  });

  it('the catalog translates each message, and each form of a plural', () => {
    const forms = (many?: string) => (many ? pluralCategories(id).length : 1);
    const missing = items.filter(({ msgstr, msgid_plural: many, flags }) => {
      return flags.fuzzy || msgstr.length !== forms(many) || !msgstr.every(Boolean);
    });
    expect(missing.map(({ msgid }) => msgid)).toEqual([]);
  });

  it('the catalog has the values of the English text, and spaces where that has them', () => {
    for (const { msgid, msgid_plural: many, msgstr } of items) {
      for (const text of msgstr) {
        const [english, own] = [places(many ?? msgid), places(text)];
        // "One file" and "two files" need no number.
        const isWithoutCount = many && own.length === english.length - 1 && own.every((each) => english.includes(each));
        if (!isWithoutCount) expect(own).toEqual(english);
        expect([text.startsWith(' '), text.endsWith(' ')]).toEqual([msgid.startsWith(' '), msgid.endsWith(' ')]);
      }
    }
  });
});
