import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive } from './run.mjs';

/** The checkout's root, an absolute path. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The cache of these scripts, deleted with node_modules. */
const cacheFolder = join(root, 'node_modules', '.cache', 'parley');

export const cachePath = (name) => join(cacheFolder, name);

/**
 * A path of the cache for something that only this process uses until it is complete. Deletes what interrupted processes
 * have left of it.
 */
export function unfinishedPath(name) {
  for (const entry of existsSync(cacheFolder) ? readdirSync(cacheFolder) : []) {
    const pid = entry.startsWith(`${name}-`) ? Number(entry.slice(name.length + 1)) : 0;
    if (pid > 0 && !isAlive(pid)) rmSync(cachePath(entry), { recursive: true, force: true });
  }
  return cachePath(`${name}-${process.pid}`);
}

/** Reads a JSON file of the cache; null if it is missing or damaged. */
export function readCache(name) {
  try {
    return JSON.parse(readFileSync(cachePath(name), 'utf8'));
  } catch {
    return null;
  }
}

export function writeCache(name, value) {
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(cachePath(name), `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * The JavaScript file of a package's command, to run with Node directly, without a shell or quoting.
 * @param {string} packageFolder folder of the installed package
 * @param {string} command the command's name
 */
export function binFile(packageFolder, command) {
  const manifest = join(packageFolder, 'package.json');
  if (!existsSync(manifest)) throw new Error(`${packageFolder} is not installed.`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(packageFolder, typeof bin === 'string' ? bin : bin[command]);
}

/** Prepends `folder` to the PATH of `env`, in whichever case the system spells the variable. */
export function withPath(env, folder) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: env[name] ? `${folder}${delimiter}${env[name]}` : folder };
}

/**
 * Adds a home directory for the caches of npm and pnpm to `env`: the user's own, or a folder in our cache if the user
 * has none, like many service users.
 */
export function withHome(env) {
  try {
    // The home of some service users is /dev/null.
    if (statSync(homedir()).isDirectory()) {
      accessSync(homedir(), constants.W_OK);
      return env;
    }
  } catch {
    // There is none, or it cannot be written to.
  }
  const home = cachePath('home');
  mkdirSync(home, { recursive: true });
  return { ...env, HOME: home };
}
