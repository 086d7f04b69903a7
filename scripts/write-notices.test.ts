import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './paths.mjs';
import { getToolchain } from './toolchain/toolchain.mjs';
import { composeNotices, listProduction, noticeName, noticesPath } from './write-notices.mjs';

const notices = readFileSync(noticesPath, 'utf8');

it('the notices list every production dependency with its versions and license', () => {
  const packages = listProduction(getToolchain());
  expect(packages.length).toBeGreaterThan(100);
  const rows = notices.split('\n');
  const missing = packages
    .map(({ name, versions, license }) => `${noticeName(name)} ${versions.join(', ')}: ${license}`)
    .filter((row) => !rows.includes(row));
  expect(missing, 'run `node scripts/write-notices.mjs`').toEqual([]);
});

it('the notices list every import of the desktop app', () => {
  const folder = join(root, 'apps/desktop/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  const imported = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/from '((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[^']*)?'/g)].map(
      ([, each = '']) => each,
    ),
  );
  // Electron ships its own notices.
  const foreign = new Set(imported.filter((name) => !/^(electron|node|vitest|@parley\/.*)$/.test(name)));
  expect(foreign.size).toBeGreaterThan(3);
  for (const name of foreign) expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

it('the notices contain the full text of licenses that require it', () => {
  expect(notices).toMatch(/^elkjs \S+: EPL-2\.0/m);
  expect(notices).toContain('Eclipse Public License');
  expect(notices).toContain('SIL OPEN FONT LICENSE');
});

it('the notices mark a package without a license text and contain each text once', () => {
  const folder = join(root, 'docs');
  const same = join(root, 'node_modules/vitest');
  const packages = [
    { name: 'bare', versions: ['1.0.0'], license: 'MIT', paths: [folder] },
    { name: 'one', versions: ['1.0.0'], license: 'MIT', paths: [same] },
    { name: 'two', versions: ['2.0.0'], license: 'MIT', paths: [same] },
  ];
  const text = composeNotices(packages);
  expect(text).toContain('No license text comes with it; its license is MIT.');
  expect(text).toContain('\none, two\n');
});

it('the desktop app and the image include the notices', () => {
  expect(readFileSync(join(root, 'apps/desktop/electron-builder.yml'), 'utf8')).toContain(
    'from: ../web/public/third-party-notices.txt',
  );
  // The image contains the build of the web client, which contains everything in `public`.
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain('/app/apps/web/dist apps/web/dist');
});
