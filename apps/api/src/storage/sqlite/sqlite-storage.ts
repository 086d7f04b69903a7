import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@parley/core';
import { makeFolder } from '../../make-folder.ts';
import type { Storage } from '../storage.ts';
import { createBillingStore } from './billing-store.ts';
import { createConversationStore } from './conversation-store.ts';
import { createPrivateFile, lockDatabase } from './database-lock.ts';
import { Database } from './database.ts';
import { fileBytesInMemory, fileBytesOnDisk, type FileBytes } from './file-bytes.ts';
import { createDeletionStore } from './deletion-store.ts';
import { createFiguresStore } from './figures-store.ts';
import { createFileStore } from './file-store.ts';
import { createIdentityStore } from './identity-store.ts';
import { startIndexing } from './index-pending.ts';
import { migrate } from './migrate.ts';
import { createOnboardingStore } from './onboarding-store.ts';
import { createOneTimeTokenStore } from './one-time-token-store.ts';
import { createReplyStore } from './reply-store.ts';
import { createSessionStore } from './session-store.ts';
import { createSignInStore } from './sign-in-store.ts';
import { removeStrayFiles } from './stray-files.ts';
import { createUsageStore } from './usage-store.ts';
import { createUserStore } from './user-store.ts';

const IN_MEMORY = ':memory:';
const LOG_BYTES = 64 * 1024 * 1024;

/**
 * The storage in one SQLite file and the folder `filesDir`, or in memory for `:memory:`. Makes them when they are
 * missing, readable by their owner only. Throws a sentence when another process has the file, when a newer program wrote it or
 * when it is no database.
 */
export async function openSqliteStorage(path: string, { filesDir }: { filesDir: string }): Promise<Storage> {
  if (path === IN_MEMORY) return createStorage(openDatabase(path), fileBytesInMemory(), () => {});
  const file = prepareFile(path);
  const unlock = lockDatabase(file);
  try {
    return await openWithFiles(openDatabase(file), filesDir, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openWithFiles(database: Database, filesDir: string, unlock: () => void): Promise<Storage> {
  const bytes = fileBytesOnDisk(filesDir);
  try {
    await removeStrayFiles(database, bytes);
  } catch (error) {
    database.close();
    throw error;
  }
  return createStorage(database, bytes, unlock);
}

/** A connection with the product's settings and schema. */
export function openDatabase(file: string): Database {
  const database = connect(file);
  try {
    migrate(database, file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function connect(file: string): Database {
  let database: Database | undefined;
  try {
    database = new Database(file, { timeout: 5000 });
    // FULL: what was accepted survives the loss of power, too. The log is cut short again after a backup had it grow.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    database.exec(`PRAGMA journal_size_limit = ${LOG_BYTES}`);
    return database;
  } catch (error) {
    database?.close();
    const { message } = (error instanceof AppError ? error.cause : error) as Error;
    throw new Error(`The file ${file} cannot be used as a database: ${message}.`, { cause: error });
  }
}

function createStorage(database: Database, bytes: FileBytes, unlock: () => void): Storage {
  const stopIndexing = startIndexing(database);
  return {
    ...createStores(database, bytes),
    async ping() {
      database.pragma('schema_version');
    },
    async close() {
      stopIndexing();
      database.close();
      unlock();
    },
  };
}

/** Every store, on a connection that has the product's schema. */
export function createStores(database: Database, bytes: FileBytes): Omit<Storage, 'ping' | 'close'> {
  return {
    users: createUserStore(database),
    identities: createIdentityStore(database),
    signIns: createSignInStore(database),
    sessions: createSessionStore(database),
    oneTimeTokens: createOneTimeTokenStore(database),
    deletions: createDeletionStore(database, bytes),
    conversations: createConversationStore(database, bytes),
    replies: createReplyStore(database),
    usage: createUsageStore(database),
    files: createFileStore(database, bytes),
    onboarding: createOnboardingStore(database),
    billing: createBillingStore(database),
    figures: createFiguresStore(database),
  };
}

/** The file's one true path, so that two ways to it cannot have two locks. */
function prepareFile(path: string): string {
  const folder = dirname(path);
  makeFolder(folder);
  const file = existsSync(path) ? realpathSync(path) : join(realpathSync(folder), basename(path));
  createPrivateFile(file);
  return file;
}
