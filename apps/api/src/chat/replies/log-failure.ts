import type { Logger } from 'pino';
import { AppError } from '@parley/core';
import { traceOf } from '../model/model-errors.ts';

/**
 * One line for an operator of why a reply failed. What nobody foresaw is told whole; of what a model's server said, nothing
 * in words, since they may repeat those of a person.
 */
export function logFailure(logger: Logger, error: unknown, about: { generationId: string }): void {
  if (error instanceof AppError) logger.warn({ ...about, code: error.code, ...traceOf(error) }, 'reply failed');
  else logger.error({ ...about, err: error }, 'reply failed unexpectedly');
}
