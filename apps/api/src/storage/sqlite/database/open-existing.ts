import { statSync } from 'node:fs';
import { AppError } from '@parley/core';
import { Database } from './database.ts';
import { MIGRATIONS } from '../schema/migrations.ts';

/** An older version wrote the database; a start of this version brings it up to date. */
export class OlderDatabase extends Error {}

/** Throws a sentence when the file does not exist, or when this user may not look into its folder. */
export function requireDatabase(file: string): void {
  try {
    statSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      code === 'EACCES'
        ? `${file} cannot be read: ${message}. Run the command as the user who owns the data.`
        : `There is no database at ${file}: set DATA_DIR to the folder that it is in.`,
      { cause: error },
    );
  }
}

/**
 * Opens an SQLite file of this product as read-only. Throws a sentence when it is a different file, or when a newer or
 * older program wrote it.
 */
export function openExisting(file: string): Database {
  let database: Database | undefined;
  try {
    database = new Database(file, { timeout: 5000, readOnly: true });
    checkVersion(Number(database.pragma('user_version')), file);
    return database;
  } catch (error) {
    database?.close();
    const { cause } = error as Error;
    if (error instanceof AppError) throw new Error(`${file} cannot be read: ${(cause as Error).message}.`, { cause });
    if ((error as { code?: string }).code === 'ERR_SQLITE_ERROR') {
      throw new Error(`${file} is no database of this product: ${(error as Error).message}.`, { cause: error });
    }
    throw error;
  }
}

function checkVersion(version: number, file: string): void {
  const newest = MIGRATIONS.length;
  if (version === 0) throw new Error(`${file} is no database of this product: nothing is in it.`);
  if (version > newest) {
    throw new Error(
      `${file} was written by a newer version of this program (its schema is ${version}, this version knows up to ` +
        `${newest}). Use that version.`,
    );
  }
  if (version < newest) {
    throw new OlderDatabase(
      `${file} was written by an older version of this program (its schema is ${version}, this version's ${newest}). ` +
        'Use the version that wrote it, or start this version with it once, which brings it up to date.',
    );
  }
}
