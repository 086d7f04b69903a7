import { AppError } from '@parley/core';

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const FORBIDDEN = ['EACCES', 'EPERM', 'EROFS'];
const SQLITE_FULL = 13;

/** What went wrong in a command and what to do, for people. Of what nobody foresaw, all there is. */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError) return explainFailure(error.cause ?? new Error(error.message));
  if (!(error instanceof Error)) return String(error);
  const { code, path, dest, errcode } = error as NodeJS.ErrnoException & { dest?: string; errcode?: number };
  const place = dest ?? path ?? 'where it should go';
  if (FULL.includes(code ?? '') || errcode === SQLITE_FULL) {
    return `There is no room left for it (${error.message}). Make room, and run the same again.`;
  }
  if (FORBIDDEN.includes(code ?? '')) {
    return `This user may not write to ${place} (${error.message}). Run it as the user who runs Parley.`;
  }
  if (code === 'ERR_SQLITE_ERROR')
    return `The database could not be read or written: ${error.message}. Run the same again.`;
  if (error.name.startsWith('Mongo')) {
    return `MongoDB does not do it: ${error.message}. Run the same again when it does; what is done already stays.`;
  }
  const isForeseen = error.name === 'Error' || error.name === 'ConfigError';
  return isForeseen || code !== undefined ? error.message : (error.stack ?? error.message);
}
