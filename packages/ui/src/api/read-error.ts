import { AppError, isErrorCode, type ErrorCode } from '@parley/core';

/** What an answer whose status says that something is wrong has to say, as far as it is one of our server's. */
export function readError(status: number, text: string, retryAfter: string | null): AppError {
  const { success: _, code, message, error, ...details } = readBody(text);
  const sentence = [message, error].find((said): said is string => typeof said === 'string' && said !== '');
  const seconds = Number(retryAfter ?? Number.NaN);
  const known = isErrorCode(code) ? code : codeOf(status);
  return new AppError(known, {
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
    ...(sentence !== undefined && { message: sentence }),
    ...(sentence === undefined && known === 'internal' && { message: `HTTP error! status: ${status}` }),
    details,
  });
}

function readBody(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object | null) };
  } catch {
    return {};
  }
}

/** What an answer means that does not say so itself: too many, or something that nobody has foreseen. */
function codeOf(status: number): ErrorCode {
  return status === 429 ? 'usage-limit-reached' : 'internal';
}
