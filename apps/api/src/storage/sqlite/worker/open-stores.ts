import type { Storage } from '../../storage.ts';
import { createStores } from '../create-stores.ts';
import { Database } from '../database/database.ts';
import { fileBytesOnDisk } from '../files/file-bytes.ts';
import { startIndexing } from '../search/index-pending.ts';
import { openDatabase } from '../database/open-database.ts';
import { removeStrayFiles } from '../files/stray-files.ts';

/** Every store, and a check that the database answers. */
export type Stores = Omit<Storage, 'ping' | 'close'> & { database: { ping(): Promise<void> } };

interface OpenStores {
  database: Database;
  stores: Stores;
  close(): void;
}

/** Opens the database for writing: migrates its schema, removes stray files and indexes pending texts. */
export async function openWriter(file: string, filesDir: string): Promise<OpenStores> {
  const database = openDatabase(file);
  try {
    const bytes = fileBytesOnDisk(filesDir);
    await removeStrayFiles(database, bytes);
    // From here on, `untilUnlocked` retries calls while the database is locked.
    database.exec('PRAGMA busy_timeout = 0');
    const stopIndexing = startIndexing(database);
    const stores = { ...createStores(database, bytes), database: pingOf(database) };
    return {
      database,
      stores,
      close() {
        stopIndexing();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a database for reading that a writer has open. A call's reads before its first `await` see one snapshot. */
export function openReader(file: string, filesDir: string): OpenStores {
  const database = new Database(file, { timeout: 0, readOnly: true });
  const stores = { ...createStores(database, fileBytesOnDisk(filesDir)), database: pingOf(database) };
  return { database, stores: withSnapshots(database, stores), close: () => database.close() };
}

function pingOf(database: Database): Stores['database'] {
  return {
    async ping() {
      database.pragma('schema_version');
    },
  };
}

function withSnapshots(database: Database, stores: Stores): Stores {
  const wrapped = Object.entries(stores).map(([name, store]) => [
    name,
    Object.fromEntries(
      Object.entries(store as Record<string, (...args: unknown[]) => unknown>).map(([method, read]) => [
        method,
        async (...args: unknown[]) => database.snapshot(() => read(...args)),
      ]),
    ),
  ]);
  return Object.fromEntries(wrapped) as Stores;
}
