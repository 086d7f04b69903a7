import { z } from 'zod';
import { ERRORS, type ErrorCode as Code } from '../http/errors.ts';
import { enumOf } from './enum-of.ts';

/** The base of every successful response. */
export const Success = z.object({ success: z.literal(true) });

/** An ISO 8601 time. */
export const Time = z.iso.datetime();

export const ErrorCode = enumOf(Object.keys(ERRORS) as Code[]);

/** The response to every failed request. */
export const ErrorBody = z.object({
  success: z.literal(false),
  code: ErrorCode,
  message: z.string(),
  error: z.string().describe('The same sentence as `message`.'),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
