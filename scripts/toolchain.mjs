import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCache, writeCache } from './paths.mjs';

const nodeVersion = '26.10.0';
export const pnpmVersion = '12.21.0';
const oldestNode = 24;

/**
 * The npm package that carries Node's own executable for a system. The package called `node` picks the same one in an
 * install script, which many people switch off.
 */
export function nodePackage(platform, arch) {
  const system = platform === 'win32' ? 'win' : platform;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${system}-${arch}`;
}

/** Same file as when it was stamped? Cheaper than running it, and an exchanged file shows. */
function stamp(file) {
  if (!file || !existsSync(file)) return null;
  const { size, mtimeMs } = statSync(file);
  return `${size}-${Math.round(mtimeMs)}`;
}

/** What a remembered toolchain must match to be used again. */
export function isUsable(remembered, wanted) {
  return (
    remembered !== null &&
    remembered.key === wanted &&
    [remembered.node, remembered.pnpm].every((file, i) => stamp(file) !== null && stamp(file) === remembered.stamps[i])
  );
}

/** npx as a JavaScript file, so that no shell has to quote its arguments; null where npm is laid out otherwise. */
function npxScript() {
  const fromNpm = process.env.npm_execpath;
  const beside = dirname(process.execPath);
  return [
    fromNpm && basename(fromNpm).startsWith('npm') && join(dirname(fromNpm), 'npx-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npx-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npx-cli.js'),
    '/usr/share/nodejs/npm/bin/npx-cli.js',
  ].find((file) => file && existsSync(file));
}

function runNpx(args) {
  const script = npxScript();
  // Were npm itself run by an npx, its packages and call would be taken for ours.
  const { npm_config_call: _call, npm_config_package: _package, ...env } = process.env;
  const options = { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 };
  if (script) return spawnSync(process.execPath, [script, ...args], options);
  const quoted = args.map((argument) => (/\s/.test(argument) ? `"${argument}"` : argument));
  return process.platform === 'win32'
    ? spawnSync('npx.cmd', quoted, { ...options, shell: true })
    : spawnSync('npx', args, options);
}

function fetchPackages(packages) {
  const printer = fileURLToPath(new URL('print-path.mjs', import.meta.url));
  const result = runNpx([
    '--yes',
    '--ignore-scripts=true',
    ...packages.flatMap((name) => ['--package', name]),
    '--',
    'node',
    printer,
  ]);
  const searched = /^PATH=(.*)$/m.exec(result.stdout ?? '')?.[1];
  if (result.status !== 0 || !searched) {
    throw new Error(
      `Could not get ${packages.join(' and ')} from the npm registry through npx.\n` +
        `${result.error?.message ?? ''}${result.stderr ?? ''}\n` +
        `Check the network (or npm's proxy and registry settings), or install Node ${oldestNode} or newer and pnpm by hand.`,
    );
  }
  return searched.split(delimiter).map((folder) => dirname(folder));
}

/** Finds `<packages folder>/<name>/<file>` where npx has put its packages. */
function locate(folders, name, file) {
  const found = folders.map((folder) => join(folder, name, file)).find((candidate) => existsSync(candidate));
  if (!found) throw new Error(`npx has fetched ${name}, but ${file} is not in it.`);
  return found;
}

function fetchToolchain(cacheName, key, needsNode) {
  const nodeName = nodePackage(process.platform, process.arch);
  const packages = [...(needsNode ? [`${nodeName}@${nodeVersion}`] : []), `pnpm@${pnpmVersion}`];
  console.log(`Getting ${packages.join(' and ')} from the npm registry (once)…`);
  const folders = fetchPackages(packages);
  const nodeFile = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const node = needsNode ? locate(folders, nodeName, nodeFile) : process.execPath;
  const pnpm = locate(folders, 'pnpm', 'bin/pnpm.mjs');
  const check = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (check.status !== 0) {
    throw new Error(
      `The Node ${nodeVersion} from the npm registry does not run on this machine; install Node ${oldestNode} or newer by hand.\n` +
        `${check.error?.message ?? ''}${check.stderr ?? ''}`,
    );
  }
  const toolchain = { key, node, pnpm, stamps: [stamp(node), stamp(pnpm)] };
  writeCache(cacheName, toolchain);
  return toolchain;
}

/**
 * A Node that runs TypeScript, and the pinned pnpm: remembered from the last time, else fetched through npx.
 * @returns {{ node: string, pnpm: string }} `node` is an executable, `pnpm` a script for it; both absolute paths.
 */
export function getToolchain() {
  const needsNode = Number(process.versions.node.split('.')[0]) < oldestNode;
  const node = needsNode ? nodeVersion : process.execPath;
  // One each, so that a person who changes between two versions of Node does not fetch again and again.
  const cacheName = needsNode ? 'toolchain.json' : 'toolchain-own-node.json';
  const key = [process.platform, process.arch, node, pnpmVersion].join(' ');
  const remembered = readCache(cacheName);
  return isUsable(remembered, key) ? remembered : fetchToolchain(cacheName, key, needsNode);
}
