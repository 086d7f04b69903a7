import type { z } from 'zod';
import { AppError } from '@parley/core';

/** What a request carries, in the shape a schema asks for; else `invalid-request` with a sentence that names the field. */
export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.');
  throw new AppError('invalid-request', { message: field ? `${field}: ${issue?.message}` : (issue?.message ?? '') });
}
