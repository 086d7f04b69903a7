import { AppError } from '@parley/core';

/** For `catch` of a call that removes something: what no longer exists counts as removed. Throws other errors. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not-found')) throw error;
}
