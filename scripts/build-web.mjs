import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintContents, fingerprintSources } from './fingerprint.mjs';
import { binFile, root } from './paths.mjs';

const webFolder = join(root, 'apps', 'web');
const sourceFolders = ['apps/web', 'packages/ui', 'packages/core'];
// Inside the build's own folder, so that it goes when the build goes; as a dot file it is not served.
const fingerprintFile = join(webFolder, 'dist', '.fingerprint');

function describeSources() {
  return `${fingerprintSources(root, sourceFolders)} ${fingerprintContents(root, ['pnpm-lock.yaml'])}`;
}

function isBuilt(wanted) {
  return existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === wanted;
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
  const result = spawnSync(toolchain.node, [binFile(join(webFolder, 'node_modules', 'vite'), 'vite'), 'build'], {
    cwd: webFolder,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
  if (result.status !== 0) {
    throw new Error(`The web client does not build.\n${result.stdout ?? ''}${result.stderr ?? ''}`);
  }
  writeFileSync(fingerprintFile, wanted);
  console.log(`Built the web client in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
