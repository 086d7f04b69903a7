import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t } from '@parley/core';
import { isDiskFull } from '../../explain-failure.ts';
import { nearestFolder } from '../../make-folder.ts';
import { checkOf, error, ok, warning, type Check } from '../check.ts';

const MB = 1024 ** 2;
const FEW_MB = 1024;
const FEWEST_MB = 100;

/** Bytes that this user can still write to the disk of a folder. */
type FreeBytes = (folder: string) => Promise<number>;

/** Writes a small file into the data folder, and measures the free space of its disk. */
export function diskCheck(dataDir: string, freeBytes: FreeBytes = readFreeBytes): Check {
  return checkOf(t`Disk`, async () => {
    const folder = nearestFolder(dataDir);
    const freeUp = t`Free up space now: without any, nothing can be stored.`;
    try {
      if (existsSync(dataDir)) await tryWriting(dataDir);
      // The slash makes it fail for a file.
      else await access(`${folder}/`, constants.W_OK);
    } catch (failure) {
      const { code } = failure as NodeJS.ErrnoException;
      return error(
        t`Can’t write to ${folder} (${code ?? String(failure)}).`,
        isDiskFull(code) ? freeUp : t`Let the server’s user write there, or change DATA_DIR.`,
      );
    }
    const free = Math.floor((await freeBytes(folder)) / MB);
    const left = free >= FEW_MB ? `${Math.floor(free / FEW_MB)} GB` : `${free} MB`;
    const message = t`${folder} is writable and has ${left} left.`;
    if (free < FEWEST_MB) return error(message, freeUp);
    return free < FEW_MB ? warning(message, t`Free up space soon.`) : ok(message);
  });
}

async function tryWriting(folder: string): Promise<void> {
  const file = join(folder, `.doctor-${randomUUID()}`);
  try {
    await writeFile(file, 'written by parley doctor\n', { flag: 'wx', mode: 0o600, flush: true });
  } finally {
    await rm(file, { force: true });
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
