import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { AppError, t, type ErrorBody } from '@parley/core';
import { sendCompletionError } from '../../api-keys/completions/completion-error.ts';
import { LimitReached } from '../../limits/rate-limit.ts';
import { loggablePath } from '../../log/loggable-path.ts';
import { NO_JSON } from '../requests/parse-body.ts';
import { showAllowance } from './rate-limit-headers.ts';

/** The last handler, for requests that no route matched. */
export const unknownPath: RequestHandler = () => {
  throw new AppError('not-found');
};

/**
 * The only writer of error bodies. Unexpected errors are logged in full and sent as `internal`; for other responses
 * from 500 on, the cause goes to the request log.
 */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    const error = toAppError(thrown);
    if (error.code === 'internal')
      logger.error({ err: thrown, method: req.method, path: loggablePath(req.originalUrl) }, 'request failed');
    if (error.status >= 500) res.err = error;
    if (res.headersSent) {
      next(error);
      return;
    }
    if (error instanceof LimitReached) showAllowance(res, error.allowance);
    if (error.retryAfter !== undefined) res.set('Retry-After', String(error.retryAfter));
    if (isCompletionPath(req.path)) return sendCompletionError(error, res);
    const body: ErrorBody = { success: false, code: error.code, message: error.message, error: error.message };
    res.status(error.status).json({ ...error.details, ...body });
  };
}

/** Whether programs that expect OpenAI's errors ask. */
function isCompletionPath(path: string): boolean {
  return /^\/v1(?:\/|$)/i.test(path);
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { status, type } = thrown as { status?: unknown; type?: unknown };
  if (type === 'entity.too.large') return new AppError('too-large', { cause: thrown });
  if (type === 'entity.parse.failed') {
    return new AppError('invalid-request', { message: t`The request isn’t valid JSON.`, cause: thrown });
  }
  // Express and its body parser mark client errors with a 4xx status: a broken path, charset or encoding.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    if (status === 415) return new AppError('unsupported-type', { message: NO_JSON, cause: thrown });
    return new AppError('invalid-request', { cause: thrown });
  }
  return new AppError('internal', { cause: thrown });
}
