import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { t } from '@parley/core';
import { nearestFolder, requireWritable } from '../../make-folder.ts';
import type { TriedStorage } from '../tried-storage.ts';
import { requireFile } from './database/database-lock.ts';
import { OlderDatabase, openExisting } from './database/open-existing.ts';

/**
 * Reads the file as a backup does, and checks that this user may write it. Never opens it for writing: a server may be
 * using it. Throws a sentence.
 */
export async function trySqlite(path: string): Promise<TriedStorage> {
  if (path === ':memory:') return { state: 'in-memory', name: t`a database in memory` };
  const name = t`the database ${path}`;
  // SQLite also creates files beside it.
  tryWriting(nearestFolder(dirname(path)), requireWritable);
  requireFile(path);
  if (!existsSync(path)) return { state: 'new', name };
  tryWriting(path, (file) => accessSync(file, constants.W_OK));
  try {
    openExisting(path).close();
    return { state: 'ready', name };
  } catch (error) {
    if (error instanceof OlderDatabase) return { state: 'outdated', name };
    throw error;
  }
}

function tryWriting(path: string, write: (path: string) => void): void {
  try {
    write(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(t`This user can’t write to ${path} (${code ?? ''}).`, { cause: error });
  }
}
