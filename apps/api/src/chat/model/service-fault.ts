import { AppError, type ErrorCode } from '@parley/core';

/** Errors caused by the message or its sender, not by the model. */
const NOT_ITS_FAULT: ReadonlySet<ErrorCode> = new Set([
  'model-filtered',
  'model-too-long',
  'model-out-of-room',
  'model-rejected',
]);

/** Whether an error of a backend says that its service does not work, rather than that it refused this message. */
export function isServiceFault(error: unknown): error is AppError {
  return error instanceof AppError && !NOT_ITS_FAULT.has(error.code);
}
