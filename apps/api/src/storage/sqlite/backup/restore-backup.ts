import { existsSync, realpathSync, statSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../../make-folder.ts';
import type { TransferProgress } from '../../transfer/copy-storage.ts';
import { lockDatabase } from '../database/database-lock.ts';
import { copyChecked } from './copy-checked.ts';
import { isMountPoint } from './is-mount-point.ts';
import { damaged, DATABASE, FILES, readBackup, SECRETS, type Manifest } from './manifest.ts';
import type { EmbeddedPlaces } from './write-backup.ts';

/**
 * Restores a backup into places that are still empty, after copying and verifying all of it. A later call completes an
 * interrupted restore. Throws a sentence, and leaves nothing behind, when the backup is damaged or a place is not
 * empty.
 */
export async function restoreBackup(
  folder: string,
  { database, filesDir, secretsDir }: EmbeddedPlaces,
  progress: TransferProgress,
): Promise<Manifest> {
  const from = resolve(folder);
  // A link to a folder on another disk stays, and the files arrive there.
  const places = { database, filesDir: realPlace(filesDir), secretsDir: realPlace(secretsDir) };
  const { manifest, sums } = await readBackup(from);
  makeFolder(dirname(places.database));
  const unlock = lockDatabase(places.database);
  try {
    await refuseToReplace(places);
    await stage(from, sums, places, progress);
    await moveIn(places);
    return manifest;
  } finally {
    for (const place of Object.values(places)) await rm(staged(place), { recursive: true, force: true });
    unlock();
  }
}

function realPlace(place: string): string {
  return existsSync(place) ? realpathSync(place) : place;
}

/** Removes the data of an interrupted restore, and throws when a place is not empty. */
async function refuseToReplace({ database, filesDir, secretsDir }: EmbeddedPlaces): Promise<void> {
  const isLeft = existsSync(staged(database)) && !existsSync(database);
  for (const place of [secretsDir, filesDir]) {
    if (isLeft && !existsSync(staged(place))) await rm(place, { recursive: true, force: true });
  }
  for (const place of [database, filesDir, secretsDir]) await rm(staged(place), { recursive: true, force: true });
  for (const place of [filesDir, secretsDir]) if (isMountPoint(place)) throw mounted(place);
  // SQLite would apply an old log to the restored database and damage it.
  const logs = ['-wal', '-journal'].map((end) => database + end).filter((log) => isFilled(log));
  for (const place of [database, ...logs, filesDir, secretsDir]) {
    if (!existsSync(place) || (await readdir(place).catch(() => ['a file'])).length === 0) continue;
    throw new Error(`${place} already exists and won’t be replaced. Set DATA_DIR to an empty folder, or move it away.`);
  }
}

function mounted(place: string): Error {
  return new Error(
    `${place} is a mount point, which a restore can’t replace. Set DATA_DIR to an empty folder elsewhere, restore there, and copy the contents.`,
  );
}

function isFilled(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

async function stage(
  from: string,
  sums: Map<string, string>,
  places: EmbeddedPlaces,
  progress: TransferProgress,
): Promise<void> {
  progress.begin('Copying and checking', sums.size);
  const all = [DATABASE, ...[...sums.keys()].filter((place) => place !== DATABASE)];
  for (const place of all) {
    const sum = await copyChecked(join(from, place), stagedPlace(place, places)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw damaged(from, `${place} is missing`);
      throw error;
    });
    if (sum !== sums.get(place)) throw damaged(from, `${place} differs from what was backed up`);
    progress.advance(1);
  }
  progress.end();
}

async function moveIn({ database, filesDir, secretsDir }: EmbeddedPlaces): Promise<void> {
  const moved: string[] = [];
  try {
    // The database last, because the other files are unused without it.
    for (const place of [secretsDir, filesDir, database]) {
      if (!existsSync(staged(place))) continue;
      // At most an empty folder.
      await rm(place, { recursive: true, force: true }).catch((error: unknown) => {
        // Also a folder of the same disk that is mounted there.
        throw (error as NodeJS.ErrnoException).code === 'EBUSY' ? mounted(place) : error;
      });
      await rename(staged(place), place);
      moved.push(place);
    }
  } catch (error) {
    for (const place of moved) await rm(place, { recursive: true, force: true });
    throw error;
  }
}

function stagedPlace(place: string, { database, filesDir, secretsDir }: EmbeddedPlaces): string {
  const [root = '', ...rest] = place.split('/');
  const roots = new Map([
    [DATABASE, database],
    [FILES, filesDir],
    [SECRETS, secretsDir],
  ]);
  // A validated backup contains only these roots.
  return join(staged(roots.get(root) ?? ''), ...rest);
}

function staged(place: string): string {
  return `${place}.restoring`;
}
