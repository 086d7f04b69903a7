import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { AppError } from '@parley/core';
import { Database, isBusy } from './database.ts';

/**
 * Makes this process the only owner of a database file and returns a function that releases it. Throws a sentence with
 * the file and its owner when there is one. The owner holds a write lock on an empty database beside the file. The
 * kernel releases that lock when the process ends in any way, so a stale lock never has to be detected by age or pid.
 * Its journal is in memory, so that a killed owner leaves none for several successors to roll back at once. The pid
 * file serves only the error message.
 */
export function lockDatabase(path: string): () => void {
  const lockPath = `${path}.lock`;
  const pidPath = `${path}.pid`;
  createPrivateFile(lockPath);
  const lock = openLock(lockPath);
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new Error(inUse(path, readPid(pidPath)), { cause: error });
    throw error;
  }
  writeFileSync(pidPath, String(process.pid), { mode: 0o600 });
  return () => {
    rmSync(pidPath, { force: true });
    lock.close();
  };
}

function openLock(path: string): Database {
  try {
    return new Database(path, { timeout: 0 });
  } catch (error) {
    // Another user has started the server or restored a backup.
    const { message } = (error instanceof AppError ? error.cause : error) as Error;
    throw new Error(`The file ${path} cannot be used: ${message}. Check that the server’s user owns it.`, {
      cause: error,
    });
  }
}

/**
 * Creates an empty file that only its owner can read, unless the file exists. Does not even open an existing file:
 * closing any handle to a file releases all locks that this process has on it.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Throws a sentence for a folder, a device and anything else that is there and is not a file. */
export function requireFile(path: string): void {
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new Error(`${path} cannot be used as a database: it isn’t a file. Name a file.`);
  }
}

function inUse(path: string, pid: string | null): string {
  const owner = pid ? `process ${pid}` : 'another process';
  return `The database ${path} is in use by ${owner}. Stop that process first, or use another database.`;
}

function readPid(path: string): string | null {
  try {
    return readFileSync(path, 'utf8') || null;
  } catch {
    return null;
  }
}
