import { z } from 'zod';
import { AppError } from '@parley/core';

const uuid = z.uuid();

/** An id from a path; what is no UUID cannot be anybody's. */
export function knownId(value: string): string {
  if (!uuid.safeParse(value).success) throw new AppError('not-found');
  return value;
}
