// Writes the licenses of all shipped packages. Run after a dependency changes: node scripts/write-notices.mjs
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, withHome, withPath } from './paths.mjs';
import { orExit } from './toolchain/prepare.mjs';
import { getToolchain } from './toolchain/toolchain.mjs';

/** The notices file of the web client, the image and the desktop app. */
export const noticesPath = join(root, 'apps', 'web', 'public', 'third-party-notices.txt');

const licenseFile = /^(licen[cs]e|copying|notice|unlicense)([.-].*)?$/i;
/** Further packages bundled by the desktop app, which are devDependencies for pnpm. */
const desktopBundle = ['electron-updater', 'sanitize-filename'];
/** One binary package represents those of all systems. */
const systemSuffix = /-(linux|linuxmusl|darwin|win32|freebsd|wasm32).*$/;

/** A package's name in the notices. */
export const noticeName = (name) => name.replace(systemSuffix, ' (for each system)');

/**
 * Lists every production dependency, by name.
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

/** Lists the packages of `desktopBundle` with their dependencies. */
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

/** Composes the notices: a row per package, then each license text once with its packages. */
export function composeNotices(packages) {
  const texts = new Map();
  const rows = new Set();
  for (const { name, versions, license, paths } of [...packages].sort((a, b) => (a.name < b.name ? -1 : 1))) {
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
