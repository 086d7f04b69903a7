import { AppError, isErrorCode, type ErrorCode, t } from '@parley/core';

/** An error whose answer has no sentence for the user. */
export class UnexplainedError extends AppError {}

/** Parses an error response. One that is not from our server gets its code from the status. */
export function readError(status: number, text: string, retryAfter: string | null): AppError {
  const { success: _, code, message, error, ...details } = readBody(text);
  const sentence = [message, error].find((said): said is string => typeof said === 'string' && said !== '');
  const seconds = Number(retryAfter ?? Number.NaN);
  const known = isErrorCode(code) ? code : codeOf(status, sentence !== undefined);
  const Failure = sentence === undefined && known === 'internal' ? UnexplainedError : AppError;
  return new Failure(known, {
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
    ...(sentence !== undefined && { message: sentence }),
    ...(sentence === undefined && known === 'internal' && { message: t`HTTP error! status: ${status}` }),
    details,
  });
}

function readBody(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object | null) };
  } catch {
    // A proxy's page: the status says what is known.
    return {};
  }
}

/**
 * The code for a response without one: the limit for 429, a conflict for an explained failure with status 200,
 * otherwise an unexpected error.
 */
function codeOf(status: number, isExplained: boolean): ErrorCode {
  if (status < 400 && isExplained) return 'conflict';
  return status === 429 ? 'usage-limit-reached' : 'internal';
}
