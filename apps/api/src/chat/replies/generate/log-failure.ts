import type { Logger } from 'pino';
import { AppError } from '@parley/core';
import { traceOf } from '../../model/model-errors.ts';

/**
 * Logs one line about why a reply failed. Unexpected errors are logged completely. The wording of a model service is
 * left out, because it may repeat what a user wrote.
 */
export function logFailure(logger: Logger, error: unknown, about: { generationId: string }): void {
  if (error instanceof AppError) logger.warn({ ...about, code: error.code, ...traceOf(error) }, 'reply failed');
  else logger.error({ ...about, err: error }, 'reply failed unexpectedly');
}
