import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { SETTING_NAMES } from '../settings/config.ts';

/** Node's own folder in NODE_COMPILE_CACHE. */
const compiled = getCompileCacheDir();

/**
 * Sets every setting to an empty value, which overrides a developer's `.env`, so that tests run alike on every machine.
 * A program started with nothing else still shares this process's cache of compiled modules.
 */
export const NO_SETTINGS: Record<string, string> = {
  ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ''])),
  ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }),
};
