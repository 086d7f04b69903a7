import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintContents, fingerprintSources } from './fingerprint.mjs';
import { binFile, root } from '../paths.mjs';

export const desktopFolder = join(root, 'apps', 'desktop');
const sourceFolders = ['apps/desktop/src', 'apps/web/vite', 'packages/ui', 'packages/core'];
const contents = ['pnpm-lock.yaml', 'apps/desktop/electron.vite.config.ts'];
const buildFolder = join(desktopFolder, 'dist');
const fingerprintFile = join(buildFolder, '.fingerprint');

/**
 * Builds main, preload and pages of the desktop app when their sources changed since the last build.
 * @throws when the build fails; the message holds what it printed.
 */
export function buildDesktop(toolchain) {
  const { PARLEY_SERVER_URL: server = '' } = process.env;
  const wanted = `${fingerprintSources(root, sourceFolders)} ${fingerprintContents(root, contents)} ${server}`;
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === wanted) return;
  console.log('Building the desktop app…');
  const started = performance.now();
  rmSync(fingerprintFile, { force: true });
  const electronVite = binFile(join(desktopFolder, 'node_modules', 'electron-vite'), 'electron-vite');
  const result = spawnSync(toolchain.node, [electronVite, 'build', '--logLevel', 'warn'], {
    cwd: desktopFolder,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
  if (result.status !== 0) {
    throw new Error(`The desktop app does not build.\n${result.stdout ?? ''}${result.stderr ?? ''}`);
  }
  writeFileSync(fingerprintFile, wanted);
  console.log(`Built the desktop app in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
