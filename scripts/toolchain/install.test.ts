import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../paths.mjs';
import { withNpmNetwork } from './install.mjs';

/** A checkout of its own, with the scripts that prepare it. */
let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'parley checkout-'));
  for (const path of ['scripts/paths.mjs', 'scripts/run.mjs', 'scripts/build', 'scripts/toolchain']) {
    cpSync(join(root, path), join(checkout, path), { recursive: true });
  }
  for (const folder of ['apps', 'packages', 'npm']) mkdirSync(join(checkout, folder));
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

const cache = (...path: string[]) => join(checkout, 'node_modules', '.cache', 'parley', ...path);

/** The code that imports a script of the checkout and calls its function. */
function call(script: string, then: string): string[] {
  const url = pathToFileURL(join(checkout, 'scripts', 'toolchain', script)).href;
  return ['--input-type=module', '--eval', `const script = await import(${JSON.stringify(url)}); ${then}`];
}

/** Starts with a stand-in for npm that takes some time to unpack pnpm. */
function getToolchain() {
  const npm = `const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('node_modules/pnpm/bin', { recursive: true });
    writeFileSync(require('node:path').join(__dirname, 'arguments'), process.argv.slice(2).join(' '));
    setTimeout(() => {
      writeFileSync('node_modules/pnpm/bin/pnpm.mjs', '');
      writeFileSync('node_modules/.package-lock.json', '{"packages":{}}');
    }, 600);`;
  writeFileSync(join(checkout, 'npm', 'npm-cli.js'), npm);
  return spawn(process.execPath, call('toolchain.mjs', 'script.getToolchain();'), {
    env: { ...process.env, npm_execpath: join(checkout, 'npm', 'npm-cli.js') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

it('two first starts at the same time both get the toolchain', async () => {
  const first = getToolchain();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const second = getToolchain();
  expect(await Promise.all([once(first, 'exit'), once(second, 'exit')])).toEqual([
    [0, null],
    [0, null],
  ]);
  const { pnpm } = JSON.parse(readFileSync(cache('toolchain-own-node.json'), 'utf8'));
  expect(existsSync(pnpm)).toBe(true);
  expect(readdirSync(cache()).toSorted()).toEqual(['toolchain-own-node', 'toolchain-own-node.json']);
});

it('a start deletes what an interrupted one has left', async () => {
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  mkdirSync(cache(`toolchain-own-node-${gone}`), { recursive: true });
  await once(getToolchain(), 'exit');
  expect(readdirSync(cache()).toSorted()).toEqual(['toolchain-own-node', 'toolchain-own-node.json']);
});

it('npm gets the whole of pnpm, whatever the user’s own settings leave out', async () => {
  await once(getToolchain(), 'exit');
  const given = readFileSync(join(checkout, 'npm', 'arguments'), 'utf8');
  expect(given).toContain('--include=optional --install-strategy=hoisted pnpm@');
});

/** Installs with a stand-in for pnpm that exits with this code, and returns how often it has run so far. */
function install(code: number): number {
  const pnpm = join(checkout, 'pnpm.cjs');
  writeFileSync(
    pnpm,
    `const { appendFileSync, writeFileSync } = require('node:fs');
    writeFileSync('node_modules/.modules.yaml', '');
    appendFileSync('runs', '.');
    process.exitCode = ${code};`,
  );
  const toolchain = JSON.stringify({ node: process.execPath, pnpm });
  spawnSync(process.execPath, call('install.mjs', `script.installPackages(${toolchain});`));
  return readFileSync(join(checkout, 'runs'), 'utf8').length;
}

it('packages are installed again after an installation for another commit has failed', () => {
  mkdirSync(join(checkout, 'node_modules'));
  const lockfile = join(checkout, 'pnpm-lock.yaml');
  writeFileSync(lockfile, 'one');
  expect(install(0)).toBe(1);
  expect(install(0)).toBe(1);
  writeFileSync(lockfile, 'two');
  expect(install(1)).toBe(2);
  writeFileSync(lockfile, 'one');
  expect(install(0)).toBe(3);
});

it('pnpm gets npm’s registry and proxies, but not in place of its own', () => {
  const npm = { npm_config_registry: 'https://npm.example.com/', NPM_CONFIG_HTTPS_PROXY: 'http://proxy:3128' };
  expect(withNpmNetwork({ ...npm, npm_config_noproxy: '' })).toEqual({
    ...npm,
    npm_config_noproxy: '',
    pnpm_config_registry: 'https://npm.example.com/',
    pnpm_config_https_proxy: 'http://proxy:3128',
  });
  const own = { ...npm, pnpm_config_registry: 'https://pnpm.example.com/' };
  expect(withNpmNetwork(own)).toMatchObject({ pnpm_config_registry: 'https://pnpm.example.com/' });
});
