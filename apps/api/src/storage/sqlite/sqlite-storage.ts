import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import type { Storage } from '../storage.ts';
import { createStores } from './create-stores.ts';
import { createPrivateFile, lockDatabase, requireFile } from './database/database-lock.ts';
import { fileBytesInMemory } from './files/file-bytes.ts';
import { startIndexing } from './search/index-pending.ts';
import { openDatabase } from './database/open-database.ts';
import { openInWorkers } from './worker/open-in-workers.ts';

const IN_MEMORY = ':memory:';

interface Settings {
  filesDir: string;
  /** Called with the error that ended a database thread. The thread is then restarted. */
  onFault?: (error: Error) => void;
}

/**
 * Opens the storage in one SQLite file and the folder `filesDir`, or in memory for `:memory:`. Creates missing ones,
 * readable only by their owner. A file is accessed in its own threads, memory in the calling thread. Throws a sentence
 * when another process has the file, when a newer program wrote it, or when it is not a database.
 */
export async function openSqliteStorage(path: string, { filesDir, onFault = () => {} }: Settings): Promise<Storage> {
  if (path === IN_MEMORY) return openInMemory();
  const file = prepareFile(path);
  const unlock = lockDatabase(file);
  try {
    return await openInWorkers({ file, filesDir, onFault }, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function openInMemory(): Storage {
  const database = openDatabase(IN_MEMORY);
  const stopIndexing = startIndexing(database);
  return {
    ...createStores(database, fileBytesInMemory()),
    async ping() {
      database.pragma('schema_version');
    },
    async close() {
      stopIndexing();
      database.close();
    },
  };
}

/** Returns the file's real path, so that two paths to it cannot have two locks. */
function prepareFile(path: string): string {
  requireFile(path);
  const folder = dirname(path);
  makeFolder(folder);
  const file = existsSync(path) ? realpathSync(path) : join(realpathSync(folder), basename(path));
  createPrivateFile(file);
  return file;
}
