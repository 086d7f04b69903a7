import { AppError } from '@parley/core';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';

const LOG_BYTES = 64 * 1024 * 1024;

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
    // What is deleted is overwritten in the file, not only marked as free.
    database.exec('PRAGMA secure_delete = ON');
    return database;
  } catch (error) {
    database?.close();
    const { message } = (error instanceof AppError ? error.cause : error) as Error;
    throw new Error(`The file ${file} cannot be used as a database: ${message}.`, { cause: error });
  }
}
