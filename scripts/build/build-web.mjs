import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fingerprintContents, fingerprintSources } from './fingerprint.mjs';
import { binFile, cachePath, root } from '../paths.mjs';

const webFolder = join(root, 'apps', 'web');
const catalogFolder = join(root, 'packages', 'languages');
const sourceFolders = ['apps/web', 'packages/ui', 'packages/core', 'packages/languages/src'];
const buildFolder = join(webFolder, 'dist');
// In the build's own folder, so that it is deleted with the build. As a dot file it is not served.
const fingerprintName = '.fingerprint';

function describeSources(language) {
  const texts = language === 'en' ? [] : [`packages/languages/${language}.po`];
  return `${fingerprintSources(root, sourceFolders)} ${fingerprintContents(root, ['pnpm-lock.yaml', ...texts])}`;
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
 * Builds the web client when its sources changed since the last build: in English, and in the other `languages` into
 * `languages/<language>/`, whose hashed files join the English ones in `assets/`.
 * @throws when a build fails; the message holds what it printed.
 */
export function buildWeb(toolchain, languages = []) {
  for (const language of ['en', ...languages]) {
    const folder = language === 'en' ? buildFolder : join(buildFolder, 'languages', language);
    const wanted = describeSources(language);
    if (isBuilt(folder, wanted)) continue;
    console.log(language === 'en' ? 'Building the web client…' : `Building the web client (${language})…`);
    const started = performance.now();
    // Built in a temporary folder and then moved, so that a server or a concurrent build never sees a partial one.
    const aside = buildAside(toolchain, language);
    writeFileSync(join(aside, fingerprintName), wanted);
    if (language !== 'en') shareAssets(aside);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, '..'), { recursive: true });
    renameSync(aside, folder);
    console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  }
}

/** Builds the client of a language into a temporary folder and returns it. */
function buildAside(toolchain, language) {
  const aside = cachePath(`web-${language}-${process.pid}`);
  const vite = binFile(join(webFolder, 'node_modules', 'vite'), 'vite');
  const args = [vite, 'build', '--emptyOutDir', '--outDir', relative(webFolder, aside)];
  const result = spawnSync(toolchain.node, args, {
    cwd: webFolder,
    // The local API serves this build.
    env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: '', PARLEY_LANGUAGE: language },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
  if (result.status === 0) return aside;
  rmSync(aside, { recursive: true, force: true });
  throw new Error(`The web client does not build.\n${result.stdout ?? ''}${result.stderr ?? ''}`);
}

/** Moves the hashed files of a language to those of English. Files of equal names are equal. */
function shareAssets(folder) {
  const assets = join(folder, 'assets');
  cpSync(assets, join(buildFolder, 'assets'), { recursive: true, force: false });
  rmSync(assets, { recursive: true });
}
