import type { Rejection } from './reply.ts';

interface ApiError {
  status: number;
  message: string;
  type?: string;
  code?: string | null;
  param?: string | null;
  headers?: Record<string, string>;
}

/** An error as OpenAI words it. */
export function apiError({ status, message, type, code = null, param = null, headers = {} }: ApiError): Rejection {
  return { status, headers, body: { error: { message, type: type ?? 'invalid_request_error', param, code } } };
}

export function badKey(): Rejection {
  return apiError({
    status: 401,
    code: 'invalid_api_key',
    message: 'Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.',
  });
}

export function noKey(): Rejection {
  return apiError({
    status: 401,
    message:
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth " +
      '(i.e. Authorization: Bearer YOUR_KEY).',
  });
}

export function serverError(): Rejection {
  return apiError({
    status: 500,
    type: 'server_error',
    code: 'server_error',
    message: 'The server had an error while processing your request. Sorry about that!',
  });
}

export function unknownUrl(method: string, path: string): Rejection {
  return apiError({ status: 404, code: 'unknown_url', message: `Invalid URL (${method} ${path})` });
}
