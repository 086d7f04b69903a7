import { expect, it } from 'vitest';
import type { Catalog } from '@parley/languages/catalog';
import { textsOf } from './catalogs.ts';

const MESSAGES = new Map([
  ['Not found.', 'Nicht gefunden.'],
  ['Password must be at least {0} characters long', 'Mindestens {0} Zeichen'],
  ['{0} sent {1} to you today.', 'Von {0} kam heute {1}.'],
  ['Reason: {0} Sorry about it.', 'Grund: {0} Tut uns leid.'],
  ['{0}: {1}', '{1} – {0}'],
]);
const catalog: Catalog = {
  categories: ['one', 'other'],
  ids: [...MESSAGES.keys()],
  message: (id) => MESSAGES.get(id),
  plural: (id) => (id === '{0} files' ? ['{0} Datei', '{0} Dateien'] : undefined),
};
const texts = textsOf('de', catalog);

it.each([
  ['Not found.', 'Nicht gefunden.'],
  ['Password must be at least 6 characters long', 'Mindestens 6 Zeichen'],
  ['Password must be at least 1,500 characters long', 'Mindestens 1.500 Zeichen'],
  ['Ada sent a sent letter to you today.', 'Von Ada kam heute a sent letter.'],
  ['Reason: Not found. Sorry about it.', 'Grund: Nicht gefunden. Tut uns leid.'],
])('the finished sentence "%s" is translated with its values', (english, german) => {
  expect(texts.sentence(english)).toBe(german);
});

it.each([
  'Not found',
  'Password must be at least  characters long'.replace('  ', ' '),
  'Somebody: said this',
  '',
  '{0}',
  `Password must be at least ${'9'.repeat(10_000)} characters long`,
])('a text that is none of ours stays as it is: %.60s', (english) => {
  expect(texts.sentence(english)).toBeUndefined();
});

it('a value cannot bring placeholders of its own', () => {
  expect(texts.sentence('{1} sent {0} to you today.')).toBe('Von {1} kam heute {0}.');
});

it('a plural has the form of its language, and the last one where its language names another', () => {
  expect([1, 0, 7].map((count) => texts.plural('{0} files', count))).toEqual([
    '{0} Datei',
    '{0} Dateien',
    '{0} Dateien',
  ]);
  expect(textsOf('fr', catalog).plural('{0} files', 1_000_000)).toBe('{0} Dateien');
  expect(texts.plural('{0} links', 1)).toBeUndefined();
});
