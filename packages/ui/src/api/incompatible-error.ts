import { AppError, t } from '@parley/core';

/** The server answered, but this client cannot use the answer: one of the two is newer than the other. */
export class IncompatibleError extends AppError {
  constructor(cause?: unknown) {
    super('internal', { message: t`This version of the app doesn’t work with its server.`, cause });
    this.name = 'IncompatibleError';
  }
}
