import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fingerprintContents, fingerprintSources } from './fingerprint.mjs';
import { binFile, root, unfinishedPath } from '../paths.mjs';
import { runCaptured } from '../run.mjs';

const webFolder = join(root, 'apps', 'web');
const catalogFolder = join(root, 'packages', 'languages');
const sourceFolders = ['apps/web', 'packages/ui', 'packages/core', 'packages/languages/src'];
const buildFolder = join(webFolder, 'dist');
// In the build's own folder, so that it is deleted with the build. As a dot file it is not served.
const fingerprintName = '.fingerprint';

/**
 * Fingerprint of everything that a language is built from. `sources` is the fingerprint of the code, which all
 * languages share.
 */
function describeSources(sources, language) {
  const texts = language === 'en' ? [] : [`packages/languages/${language}.po`];
  return `${sources} ${fingerprintContents(root, ['pnpm-lock.yaml', ...texts])}`;
}

function isBuilt(folder, wanted) {
  const file = join(folder, fingerprintName);
  return existsSync(file) && readFileSync(file, 'utf8') === wanted;
}

/** The languages besides English, by their catalogs. */
export function listLanguages() {
  return readdirSync(catalogFolder).flatMap((name) => (name.endsWith('.po') ? [name.slice(0, -3)] : []));
}

/**
 * Builds the web client when its sources changed since the last build: in English, and then in the other `languages`,
 * one per core at a time, into `languages/<language>/`, whose hashed files join the English ones in `assets/`.
 * @throws when a build fails; the message holds what it printed.
 */
export async function buildWeb(toolchain, languages = []) {
  await buildStale(toolchain, ['en']);
  await buildStale(toolchain, languages);
}

async function buildStale(toolchain, languages) {
  const sources = fingerprintSources(root, sourceFolders);
  const stale = languages
    .map((language) => ({ language, folder: folderOf(language), wanted: describeSources(sources, language) }))
    .filter(({ folder, wanted }) => !isBuilt(folder, wanted));
  if (stale.length === 0) return;
  const names = stale.map(({ language }) => language);
  console.log(names.includes('en') ? 'Building the web client…' : `Building the web client (${names.join(', ')})…`);
  const started = performance.now();
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (let build = stale.shift(); build; build = stale.shift()) await buildLanguage(toolchain, build);
  });
  await Promise.all(workers);
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

const folderOf = (language) => (language === 'en' ? buildFolder : join(buildFolder, 'languages', language));

/** Builds into a temporary folder and moves it, so that a server or a concurrent build never sees a partial one. */
async function buildLanguage(toolchain, { language, folder, wanted }) {
  const aside = unfinishedPath(`web-${language}`);
  const vite = binFile(join(webFolder, 'node_modules', 'vite'), 'vite');
  const args = [vite, 'build', '--emptyOutDir', '--outDir', relative(webFolder, aside)];
  const { code, output } = await runCaptured(toolchain.node, args, {
    cwd: webFolder,
    // The local API serves this build.
    env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: '', PARLEY_LANGUAGE: language },
  });
  if (code !== 0) {
    rmSync(aside, { recursive: true, force: true });
    throw new Error(`The web client does not build.\n${output}`);
  }
  writeFileSync(join(aside, fingerprintName), wanted);
  if (language !== 'en') shareAssets(aside);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, '..'), { recursive: true });
  renameSync(aside, folder);
}

/** Moves the hashed files of a language to those of English. Files of equal names are equal. */
function shareAssets(folder) {
  const assets = join(folder, 'assets');
  cpSync(assets, join(buildFolder, 'assets'), { recursive: true, force: false });
  rmSync(assets, { recursive: true });
}
