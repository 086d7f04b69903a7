// Writes the licenses of everything that ships: node scripts/write-notices.mjs, after a dependency has changed.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, withHome, withPath } from './paths.mjs';
import { orExit } from './prepare.mjs';
import { getToolchain } from './toolchain.mjs';

/** Where the web client, the image and the desktop app take the notices from. */
export const noticesPath = join(root, 'apps', 'web', 'public', 'third-party-notices.txt');

const licenseFile = /^(licen[cs]e|copying|notice|unlicense)([.-].*)?$/i;
/** What the desktop app bundles beside what the others depend on; for pnpm it serves development. */
const desktopBundle = ['electron-updater', 'sanitize-filename'];
/** A package of binaries stands for those of all systems. */
const systemSuffix = /-(linux|linuxmusl|darwin|win32|freebsd|wasm32).*$/;

/** The name under which a package stands in the notices. */
export const noticeName = (name) => name.replace(systemSuffix, ' (for each system)');

/**
 * Every package that production depends on, by name.
 * @returns {{ name: string, versions: string[], license: string, paths: string[] }[]}
 */
export function listProduction({ node, pnpm }) {
  const env = withPath(withHome(process.env), dirname(node));
  const args = [pnpm, 'licenses', 'list', '--recursive', '--prod', '--json'];
  const result = spawnSync(node, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`pnpm could not list the licenses.\n${result.stdout}${result.stderr}`);
  const listed = Object.values(JSON.parse(result.stdout)).flat();
  const bundled = listBundled().filter(
    ({ name, versions }) => !listed.some((each) => each.name === name && each.versions.includes(versions[0])),
  );
  return [...listed, ...bundled];
}

/** The packages of `desktopBundle` with all that they depend on. */
function listBundled() {
  const found = new Map();
  function visit(folder) {
    const path = realpathSync(folder);
    if (found.has(path)) return;
    const { name, version, license, dependencies = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    found.set(path, { name, versions: [version], license, paths: [path] });
    const neighbors = path.slice(0, -name.length);
    for (const each of Object.keys(dependencies)) visit(join(neighbors, each));
  }
  for (const name of desktopBundle) visit(join(root, 'apps', 'desktop', 'node_modules', name));
  return [...found.values()];
}

/** The notices: a row for each package, then each license text once, with the packages that it is of. */
export function composeNotices(packages) {
  const texts = new Map();
  const rows = new Set();
  for (const { name, versions, license, paths } of packages.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const shown = noticeName(name);
    rows.add(`${shown} ${versions.join(', ')}: ${license}`);
    const text = paths.map(readTexts).find(Boolean) ?? `No license text comes with it; its license is ${license}.`;
    texts.set(text, [...(texts.get(text) ?? []), shown]);
  }
  const blocks = [...texts].map(([text, names]) => `${'='.repeat(80)}\n${[...new Set(names)].join(', ')}\n\n${text}\n`);
  return `Parley ships with these packages, each under its own license.\n\n${[...rows].join('\n')}\n\n${blocks.join('\n')}`;
}

function readTexts(folder) {
  const files = readdirSync(folder).filter((name) => licenseFile.test(name));
  return files.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()).join('\n\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(
    noticesPath,
    orExit(() => composeNotices(listProduction(getToolchain()))),
  );
}
