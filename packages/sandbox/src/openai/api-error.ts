import type { Rejection } from './reply/reply.ts';

interface ApiError {
  status: number;
  message: string;
  type?: string;
  code?: string | null;
  param?: string | null;
  headers?: Record<string, string>;
}

/** An error in OpenAI's format. */
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

export function noJson(): Rejection {
  return apiError({ status: 400, message: 'We could not parse the JSON body of your request.' });
}

export function missingParameter(param: string): Rejection {
  const message = `Missing required parameter: '${param}'.`;
  return apiError({ status: 400, code: 'missing_required_parameter', param, message });
}

export function unknownParameter(param: string): Rejection {
  return apiError({ status: 400, code: 'unknown_parameter', param, message: `Unknown parameter: '${param}'.` });
}

export function invalidValue(param: string, message: string): Rejection {
  return apiError({ status: 400, code: 'invalid_value', param, message });
}

export function invalidChoice(param: string, value: unknown, choices: string[]): Rejection {
  const supported = choices.map((choice) => `'${choice}'`).join(', ');
  return invalidValue(param, `Invalid value: '${String(value)}'. Supported values are: ${supported}.`);
}
