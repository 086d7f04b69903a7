import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprintContents } from '../build/fingerprint.mjs';
import { cachePath, readCache, root, withHome, withPath, writeCache } from '../paths.mjs';

const cacheName = 'install.json';

/** The manifest of every package of the workspace, relative to the root. */
function listManifests() {
  const nested = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`),
  );
  return ['package.json', 'bench/package.json', ...nested.sort()];
}

/** Describes everything on which the installation depends. */
function describeWanted() {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...listManifests()];
  return `${process.platform} ${process.arch} ${fingerprintContents(root, files)}`;
}

/** npm's settings of the network, which npm passes to its scripts. */
const networkSettings = ['registry', 'proxy', 'https_proxy', 'noproxy'];

/** Adds npm's settings of the network to `env` under the names that pnpm reads. */
export function withNpmNetwork(env) {
  const given = (name) => Object.entries(env).find(([key, value]) => value && key.toLowerCase() === name)?.[1];
  const settings = networkSettings.flatMap((name) => {
    const value = given(`npm_config_${name}`);
    return value && !given(`pnpm_config_${name}`) ? [[`pnpm_config_${name}`, value]] : [];
  });
  return { ...env, ...Object.fromEntries(settings) };
}

/**
 * Installs the workspace's packages when the lockfile, a manifest or the machine changed since the last time.
 * @throws when pnpm fails; the message holds what it printed.
 */
export function installPackages(toolchain) {
  const wanted = describeWanted();
  if (existsSync(join(root, 'node_modules', '.modules.yaml')) && readCache(cacheName)?.wanted === wanted) return;
  console.log('Installing packages…');
  const started = performance.now();
  // Production mode would leave out what the build needs; CI mode asks no questions.
  const { NODE_ENV: _, ...inherited } = process.env;
  const env = withPath(withHome({ ...withNpmNetwork(inherited), CI: 'true' }), dirname(toolchain.node));
  // An interrupted installation is neither the old nor the new one.
  rmSync(cachePath(cacheName), { force: true });
  const result = spawnSync(toolchain.node, [toolchain.pnpm, 'install', '--frozen-lockfile', '--reporter=append-only'], {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
  if (result.status !== 0) {
    const printed = `${result.error?.message ?? ''}${result.stdout ?? ''}${result.stderr ?? ''}`;
    const hint = printed.includes('OUTDATED_LOCKFILE')
      ? 'A package.json has changed and the lockfile has not: run `npm run pnpm -- install` and commit pnpm-lock.yaml.'
      : '';
    throw new Error(`pnpm install failed.\n${printed}${hint}`);
  }
  writeCache(cacheName, { wanted });
  console.log(`Installed packages in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
