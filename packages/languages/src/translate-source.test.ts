import { contextId } from '@parley/core';
import { expect, test } from 'vitest';
import type { Catalog } from './catalog.ts';
import { MARK, PSEUDO, pseudoCatalog } from './pseudo.ts';
import { translateSource } from './translate-source.ts';

const german: Catalog = {
  categories: ['one', 'other'],
  ids: [],
  message: (id) =>
    ({
      [contextId('a report', 'Dismiss')]: 'Verwerfen',
      Dismiss: 'Schließen',
      'Read our {0}.': '{0} lesen.',
      terms: 'AGB',
      '{0} by {1}': '{1}: {0} `${x}`',
    })[id],
  plural: (id) => ({ '{0} files': ['Eine Datei', '{0} Dateien'] })[id],
};
const translate = (code: string, catalog: Catalog | null = german) => translateSource('a.tsx', code, 'de', catalog);

test('English texts become what they were without a tag', () => {
  const code = 'f(t`It’s "${name}"`, t`Two\n  lines`, plural(n)`${n} file|${n} files`)';
  expect(translate(code, null)).toBe('f(`It’s "${name}"`, "Two lines", (n === 1 ? `${n} file` : `${n} files`))');
});

test('a text of another language keeps its values, in its own order, and is escaped', () => {
  expect(translate('t`${a.b(`c`)} by ${who}`')).toBe('`${who}: ${a.b(`c`)} \\`\\${x}\\``');
});

test('a text has a translation for each context', () => {
  const code = "inContext('a report')`Dismiss` + t`Dismiss`";
  expect(translate(code)).toBe('"Verwerfen" + "Schließen"');
  expect(translate(code, null)).toBe('"Dismiss" + "Dismiss"');
  expect(translateSource('a.ts', code, PSEUDO, pseudoCatalog)).toBe(`"${MARK}Dismiss" + "${MARK}Dismiss"`);
  expect(() => translate("inContext('a person')`Dismiss`")).toThrow('not translated into de: "Dismiss"');
});

test('a plural has the forms of its language', () => {
  expect(translate('plural(list.length)`${list.length} file|${list.length} files`')).toBe(
    '(({ one: "Eine Datei" })[new Intl.PluralRules("de").select(list.length)] ?? `${list.length} Dateien`)',
  );
});

test('elements stay inside of their sentence, with their own texts', () => {
  const sentence = 'rich`Read our ${<a>{t`terms`}</a>}.`';
  expect(translate(`<p>{${sentence}}</p>`)).toBe('<p>{<a>{"AGB"}</a>}{" lesen."}</p>');
  expect(translate(`<p label={${sentence}} />`)).toBe('<p label={<>{<a>{"AGB"}</a>}{" lesen."}</>} />');
});

test('a text that is not translated fails the build and names its file', () => {
  expect(() => translate('t`Hello`')).toThrow('a.tsx: not translated into de: "Hello"');
  expect(() => translate('plural(n)`${n} day|${n} days`')).toThrow('not translated into de: "{0} days"');
});

test('a plural without two forms is refused', () => {
  expect(() => translate('plural(n)`${n} files`')).toThrow('A plural needs one bar');
});

test('the pseudo language marks each text and no value', () => {
  const translated = translateSource('a.ts', 't`Hi ${name}, ${count} times`', PSEUDO, pseudoCatalog);
  expect(translated).toBe(`\`${MARK}Hi \${name}, \${count}${MARK} times\``);
});

test.each(['const t = 1; f(t)', 'const a = `plain`', 't.x`styled`', 'other`text`'])('%s is no message', (code) => {
  expect(translate(code)).toBe(code);
});
