import { AppError } from '@parley/core';

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const FORBIDDEN = ['EACCES', 'EPERM'];
/** A path that the system cannot have. */
const MISPLACED = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL'];
/** SQLite's result codes. The low byte is the code; the other bytes refine it. */
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;

/** Whether a code of the system means that the disk, or this user's part of it, is full. */
export function isDiskFull(code: string | undefined): boolean {
  return FULL.includes(code ?? '');
}

/**
 * Explains in a sentence why the server did not start or a command failed, and what to do. An error without such a
 * sentence is a bug: returns its stack.
 */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError) return explainFailure(error.cause ?? new Error(error.message));
  if (!(error instanceof Error)) return String(error);
  const { code, path, dest, errcode = 0 } = error as NodeJS.ErrnoException & { dest?: string; errcode?: number };
  const sqliteCode = errcode & 0xff;
  if (isDiskFull(code) || sqliteCode === SQLITE_FULL) {
    return `The disk is full (${error.message}). Free up space and run the command again.`;
  }
  if (code === 'EROFS') {
    return `The disk of ${dest ?? path ?? 'the destination'} is read-only (${error.message}). Choose another place, or mount it for writing.`;
  }
  if (FORBIDDEN.includes(code ?? '') || sqliteCode === SQLITE_READONLY) {
    const place = dest ?? path ?? 'the destination';
    return `This user can’t write to ${place} (${error.message}). Run the command as the user who owns the data.`;
  }
  if (MISPLACED.includes(code ?? '') && path !== undefined) {
    return `${dest ?? path} can’t be used (${error.message}). Choose another place.`;
  }
  if (sqliteCode === SQLITE_IOERR) {
    return `The disk failed (${error.message}). Check its free space and health, then run the command again.`;
  }
  if (code === 'ERR_SQLITE_ERROR')
    return `Reading or writing the database failed: ${error.message}. Run the command again.`;
  if (error.name.startsWith('Mongo')) {
    return `MongoDB isn’t available: ${error.message}. Run the command again when it is; it picks up where it stopped.`;
  }
  const isForeseen = error.name === 'Error' || error.name === 'ConfigError';
  return isForeseen || code !== undefined ? error.message : (error.stack ?? error.message);
}
