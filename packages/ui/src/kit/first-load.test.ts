import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const KIT = import.meta.dirname;
const ALL_UTILITIES = join(KIT, 'all-utilities.css');
const folders = [...readFileSync(join(KIT, 'first-load.css'), 'utf8').matchAll(/@source not '([^']+)'/g)].map(
  ([, path = '']) => join(KIT, path),
);
const files = globSync('../**/*.{ts,tsx}', { cwd: KIT })
  .filter((file) => !file.includes('.test.'))
  .map((file) => join(KIT, file));

/** The files whose values a file imports. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*?'(\.[^']+)'|import\('(\.[^']+)'\)/gm,
  );
  return [...found].map(([, named, lazy]) => join(dirname(file), named ?? lazy ?? ''));
}

test('first-load.css leaves folders out', () => expect(folders.length).toBeGreaterThan(1));

test.each(folders.map((folder) => [relative(KIT, folder), folder]))(
  'every import from %s, which first-load.css leaves out, brings all utilities',
  (_, folder) => {
    const isInside = (file: string) => !relative(folder, file).startsWith('..');
    const bringsUtilities = (file: string) => importsOf(file).includes(ALL_UTILITIES);
    const importers = files.filter((file) => !isInside(file) && importsOf(file).some(isInside));
    expect(importers).not.toStrictEqual([]);
    const without = importers.filter((file) => !importsOf(file).filter(isInside).some(bringsUtilities));
    expect(without.map((file) => relative(KIT, file))).toStrictEqual([]);
  },
);
