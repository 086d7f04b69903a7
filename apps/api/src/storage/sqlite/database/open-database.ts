import { AppError } from '@parley/core';
import { Database } from './database.ts';
import { migrate } from '../schema/migrate.ts';

const LOG_BYTES = 64 * 1024 * 1024;

/** Opens a connection with the product's settings and schema. */
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
    // FULL, so that accepted messages survive a power loss, too. The log is truncated again after a backup made it
    // grow.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    database.exec(`PRAGMA journal_size_limit = ${LOG_BYTES}`);
    // Overwrites deleted data in the file instead of only marking it as free.
    database.exec('PRAGMA secure_delete = ON');
    return database;
  } catch (error) {
    database?.close();
    const { message } = (error instanceof AppError ? error.cause : error) as Error;
    throw new Error(
      `The file ${file} cannot be used as a database: ${message}. Check its disk and its owner, or name another file.`,
      { cause: error },
    );
  }
}
