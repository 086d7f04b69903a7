interface ApiErrorFields {
  status: number;
  type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error' | 'rate_limit_error';
  code?: string;
  param?: string;
  decline_code?: string;
}

/** An error response of the API. */
export class ApiError extends Error {
  readonly fields: ApiErrorFields;

  constructor(message: string, fields: ApiErrorFields) {
    super(message);
    this.fields = fields;
  }

  toBody(requestId: string) {
    const { status: _, type, ...rest } = this.fields;
    return { error: { ...rest, message: this.message, request_log_url: `#${requestId}`, type } };
  }
}

export function invalid(message: string, param?: string, code?: string): ApiError {
  return new ApiError(message, {
    status: 400,
    type: 'invalid_request_error',
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  });
}

/** The error for an unknown id: 404 for an id in the path, 400 for a parameter. */
export function missing(kind: string, id: string, param = 'id'): ApiError {
  return new ApiError(`No such ${kind}: '${id}'`, {
    status: param === 'id' ? 404 : 400,
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
  });
}
