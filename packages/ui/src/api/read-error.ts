import { AppError, isErrorCode } from '@parley/core';

/** What an answer whose status says that something is wrong has to say, as far as it is one of our server's. */
export function readError(status: number, text: string, retryAfter: string | null): AppError {
  const unknown = `HTTP error! status: ${status}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return new AppError('internal', { message: unknown });
  }
  const { success: _, code, message, error, ...details } = (body ?? {}) as Record<string, unknown>;
  const sentence = [message, error].find((said): said is string => typeof said === 'string' && said !== '');
  const seconds = Number(retryAfter ?? Number.NaN);
  return new AppError(isErrorCode(code) ? code : 'internal', {
    message: sentence ?? unknown,
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
    details,
  });
}
