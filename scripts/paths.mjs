import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root, an absolute path. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where these scripts remember what they did; goes with node_modules. */
const cacheFolder = join(root, 'node_modules', '.cache', 'parley');

export const cachePath = (name) => join(cacheFolder, name);

/** The JSON in a file of the cache, or null when it is not there or not whole. */
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
 * The JavaScript file behind a package's command, to be run by Node itself: no shim, so no shell and no quoting.
 * @param {string} packageFolder folder of the installed package
 * @param {string} command the command's name
 */
export function binFile(packageFolder, command) {
  const manifest = join(packageFolder, 'package.json');
  if (!existsSync(manifest)) throw new Error(`${packageFolder} is not installed.`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(packageFolder, typeof bin === 'string' ? bin : bin[command]);
}

/** `env` with `folder` first on its PATH, whatever the variable's case is on this system. */
export function withPath(env, folder) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: env[name] ? `${folder}${delimiter}${env[name]}` : folder };
}

/**
 * `env` with a home that npm and pnpm can keep their caches in: the user's own, or a folder beside ours where the user has
 * none, as many service users.
 */
export function withHome(env) {
  try {
    accessSync(homedir(), constants.W_OK);
    return env;
  } catch {
    const home = cachePath('home');
    mkdirSync(home, { recursive: true });
    return { ...env, HOME: home };
  }
}
