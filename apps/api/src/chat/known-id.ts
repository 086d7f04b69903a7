import { z } from 'zod';
import { AppError } from '@parley/core';

const uuid = z.uuid();

/** Validates an id from a path. Throws `not-found` for anything but a UUID, which cannot exist. */
export function knownId(value: string): string {
  if (!uuid.safeParse(value).success) throw new AppError('not-found');
  return value;
}
