import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const KIT = import.meta.dirname;
const ALL_UTILITIES = join(KIT, 'all-utilities.css');
/** Without `kit/markdown/diagram`, which has styles of its own. */
const folders = [...readFileSync(join(KIT, 'first-load.css'), 'utf8').matchAll(/@source not '([^']+)'/g)]
  .map(([, path = '']) => join(KIT, path))
  .filter((path) => !path.endsWith('/diagram'));
const files = globSync('../**/*.{ts,tsx}', { cwd: KIT })
  .filter((file) => !file.includes('.test.'))
  .map((file) => join(KIT, file));

/** The files that a file loads: with its own chunk, and later. */
function importsOf(file: string): { now: string[]; later: string[] } {
  const source = file.endsWith('.css') ? '' : readFileSync(file, 'utf8');
  const pathsIn = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, path = '']) => join(dirname(file), path));
  return {
    now: pathsIn(/^(?:import|export) (?!type )[^;]*?'(\.[^']+)'/gm),
    later: pathsIn(/import\('(\.[^']+)'\)/g),
  };
}

/** Whether the chunk of a file contains all utilities. */
function bringsUtilities(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return file === ALL_UTILITIES || importsOf(file).now.some((next) => bringsUtilities(next, seen));
}

test('first-load.css leaves folders out', () => expect(folders.length).toBeGreaterThan(1));

test.each(folders.map((folder) => [relative(KIT, folder), folder]))(
  'every import from %s, which first-load.css leaves out, brings all utilities',
  (_, folder) => {
    const isInside = (file: string) => !relative(folder, file).startsWith('..');
    const isLeftOut = (file: string) => folders.some((other) => !relative(other, file).startsWith('..'));
    const isComponent = (file: string) => isInside(file) && file.endsWith('.tsx');
    const imported = (file: string) => [...importsOf(file).now, ...importsOf(file).later].filter(isComponent);
    const importers = files.filter((file) => !isInside(file) && imported(file).length > 0);
    expect(importers).not.toStrictEqual([]);
    const hasUtilities = (file: string) => [file, ...imported(file)].some((each) => bringsUtilities(each));
    const without = importers.filter((file) => !isLeftOut(file) && !hasUtilities(file));
    expect(without.map((file) => relative(KIT, file))).toStrictEqual([]);
  },
);
