import { AppError, type ErrorCode } from '@parley/core';

/** What is wrong with a parameter, in OpenAI's words. */
type Reason =
  | 'missing_required_parameter'
  | 'unsupported_parameter'
  | 'unsupported_value'
  | 'invalid_value'
  | 'model_not_found'
  | 'context_length_exceeded';

/** A refused parameter of a request at /v1, with the fields that OpenAI's clients read. */
export class InvalidParameter extends AppError {
  readonly param: string;
  readonly reason: Reason;

  constructor(param: string, reason: Reason, message: string, code: ErrorCode = 'invalid-request') {
    super(code, { message });
    this.param = param;
    this.reason = reason;
  }
}
