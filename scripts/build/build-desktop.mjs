import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintContents, fingerprintSources } from './fingerprint.mjs';
import { binFile, root } from '../paths.mjs';

export const desktopFolder = join(root, 'apps', 'desktop');
const sourceFolders = [
  'apps/desktop/src',
  'apps/desktop/vite',
  'apps/web/vite',
  'packages/core',
  'packages/languages',
  'packages/ui',
];
const contents = ['pnpm-lock.yaml', 'apps/desktop/electron.vite.config.ts'];
const buildFolder = join(desktopFolder, 'dist');
const languagesFolder = join(buildFolder, 'languages');

/**
 * Builds main, preload and the English pages of the desktop app when their sources changed since the last build.
 * @throws when the build fails; the message holds what it printed.
 */
export function buildDesktop(toolchain) {
  const fingerprintFile = join(buildFolder, '.fingerprint');
  const wanted = describeSources();
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === wanted) return;
  rmSync(fingerprintFile, { force: true });
  // Their hashed files are among the English ones, which the build deletes.
  rmSync(languagesFolder, { recursive: true, force: true });
  build(toolchain, 'en');
  writeFileSync(fingerprintFile, wanted);
}

/**
 * Builds the pages in another language into `dist/languages/<language>/` unless they are there. Call after
 * `buildDesktop`.
 * @throws when the build fails, such as for a missing translation; the message holds what it printed.
 */
export function buildDesktopLanguage(toolchain, language) {
  // Not in the language's own folder, which is packed.
  const mark = join(languagesFolder, `.${language}`);
  if (existsSync(mark)) return;
  build(toolchain, language);
  // Hashed files of equal names are equal, so most languages add only those with texts.
  const assets = join(languagesFolder, language, 'assets');
  cpSync(assets, join(buildFolder, 'renderer', 'assets'), { recursive: true, force: false });
  rmSync(assets, { recursive: true });
  writeFileSync(mark, '');
}

function describeSources() {
  const { PARLEY_SERVER_URL: server = '' } = process.env;
  return `${fingerprintSources(root, sourceFolders)} ${fingerprintContents(root, contents)} ${server}`;
}

function build(toolchain, language) {
  console.log(language === 'en' ? 'Building the desktop app…' : `Building the desktop app (${language})…`);
  const started = performance.now();
  const electronVite = binFile(join(desktopFolder, 'node_modules', 'electron-vite'), 'electron-vite');
  const args = [electronVite, 'build', '--logLevel', 'warn', '--ignoreConfigWarning'];
  const result = spawnSync(toolchain.node, args, {
    cwd: desktopFolder,
    env: { ...process.env, NODE_ENV: 'production', PARLEY_LANGUAGE: language },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
  if (result.status !== 0) {
    throw new Error(`The desktop app does not build.\n${result.stdout ?? ''}${result.stderr ?? ''}`);
  }
  console.log(`Built the desktop app in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
