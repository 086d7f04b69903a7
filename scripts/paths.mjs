import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root, an absolute path. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The cache of these scripts, deleted with node_modules. */
const cacheFolder = join(root, 'node_modules', '.cache', 'parley');

export const cachePath = (name) => join(cacheFolder, name);

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
    accessSync(homedir(), constants.W_OK);
    return env;
  } catch {
    const home = cachePath('home');
    mkdirSync(home, { recursive: true });
    return { ...env, HOME: home };
  }
}
