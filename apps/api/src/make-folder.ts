import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Creates a folder that only its owner may read, and its parent folders. Throws the system's error. Node's own
 * recursive `mkdir` retries for a minute or forever where no folder can be created, such as below /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The folder itself, or the nearest one above it that exists. */
export function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/**
 * Throws the system's error unless this user can create files in the folder. Tries it: the folder's permissions allow
 * everything to root, also below /proc.
 */
export function requireWritable(folder: string): void {
  rmdirSync(mkdtempSync(join(folder, '.parley-')));
}
