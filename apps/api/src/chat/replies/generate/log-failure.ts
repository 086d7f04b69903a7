import type { Logger } from 'pino';
import { AppError } from '@parley/core';
import { traceOf } from '../../model/model-errors.ts';

/** Logs one line about whose reply failed and why. Unexpected errors are logged completely. */
export function logFailure(logger: Logger, error: unknown, of: { generationId: string; userId: string }): void {
  const about = { generationId: of.generationId, userId: of.userId };
  if (error instanceof AppError) logger.warn({ ...about, code: error.code, ...traceOf(error) }, 'reply failed');
  else logger.error({ ...about, err: error }, 'reply failed unexpectedly');
}
