import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './paths.mjs';

const PAGES = globSync(
  ['*.md', 'docs/**/*.md', '{apps,packages}/*/{src,e2e}/**/README.md', '{bench,content,packages/languages}/README.md'],
  {
    cwd: root,
  },
);

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');

const anchorsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

it.each(PAGES)('every link in %s has an existing target', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  for (const target of targets.filter((each) => !/^(?:https?:|mailto:|\/)/.test(each))) {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? join(root, page) : join(root, dirname(page), path);
    expect(existsSync(file), target).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(file), target).toContain(anchor);
  }
});

it.each(PAGES)('no command in %s that prints JSON for scripts is run by npm, which prints lines of its own', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  expect(text.split('\n').filter((line) => /npm run .*--json/.test(line))).toEqual([]);
});

/** Folders whose subfolders each have their place on the map. */
const MAPPED = [
  'apps/api/src',
  'packages/core/src',
  'packages/sandbox/src',
  'packages/ui/src',
  'packages/ui/src/stores',
  'packages/ui/src/features',
  'packages/ui/src/features/chat',
];

it.each(MAPPED)('ARCHITECTURE.md names every folder of %s', (parent) => {
  const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const folders = readdirSync(join(root, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.length).toBeGreaterThan(5);
  const isNamed = (name: string) => {
    const path = `](${parent}/${name}`;
    return [`${path})`, `${path}/`, `\`${name}/\``].some((form) => map.includes(form));
  };
  expect(folders.map(({ name }) => name).filter((name) => !isNamed(name))).toEqual([]);
});
