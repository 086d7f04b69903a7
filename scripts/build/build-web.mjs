import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fingerprintContents, fingerprintSources } from './fingerprint.mjs';
import { binFile, cachePath, root } from '../paths.mjs';

const webFolder = join(root, 'apps', 'web');
const sourceFolders = ['apps/web', 'packages/ui', 'packages/core'];
const buildFolder = join(webFolder, 'dist');
// In the build's own folder, so that it is deleted with the build. As a dot file it is not served.
const fingerprintName = '.fingerprint';

function describeSources() {
  return `${fingerprintSources(root, sourceFolders)} ${fingerprintContents(root, ['pnpm-lock.yaml'])}`;
}

function isBuilt(wanted) {
  const file = join(buildFolder, fingerprintName);
  return existsSync(file) && readFileSync(file, 'utf8') === wanted;
}

/**
 * Builds the web client when its sources changed since the last build.
 * @throws when the build fails; the message holds what it printed.
 */
export function buildWeb(toolchain) {
  const wanted = describeSources();
  if (isBuilt(wanted)) return;
  console.log('Building the web client…');
  const started = performance.now();
  // Built in a temporary folder and then moved, so that a server or a concurrent build never sees a partial one.
  const aside = cachePath(`web-${process.pid}`);
  const vite = binFile(join(webFolder, 'node_modules', 'vite'), 'vite');
  const args = [vite, 'build', '--emptyOutDir', '--outDir', relative(webFolder, aside)];
  const result = spawnSync(toolchain.node, args, {
    cwd: webFolder,
    // The local API serves this build.
    env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: '' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
  if (result.status !== 0) {
    rmSync(aside, { recursive: true, force: true });
    throw new Error(`The web client does not build.\n${result.stdout ?? ''}${result.stderr ?? ''}`);
  }
  writeFileSync(join(aside, fingerprintName), wanted);
  rmSync(buildFolder, { recursive: true, force: true });
  renameSync(aside, buildFolder);
  console.log(`Built the web client in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
