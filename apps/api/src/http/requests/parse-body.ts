import type { z } from 'zod';
import { AppError } from '@parley/core';

/**
 * Parses request input with a schema. Throws `invalid-request` with a sentence that names the first invalid field.
 * Unknown fields are dropped, so newer clients work with older servers.
 */
export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value ?? {}, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('invalid-request', issue && { message: sentence(issue) });
}

/**
 * A schema message that begins with a capital letter is a whole sentence; any other describes what the field must be.
 */
function sentence({ path, message }: z.core.$ZodIssue): string {
  if (/^\p{Lu}/u.test(message)) return message;
  if (path.length === 0) return `The request ${message}.`;
  return `The field "${path.map((step, index) => spell(step, index)).join('')}" ${message}.`;
}

function spell(step: PropertyKey, index: number): string {
  if (typeof step === 'number') return `[${step}]`;
  return index === 0 ? String(step) : `.${String(step)}`;
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

/** Describes an invalid value for users; the validator's own messages are for programmers. */
function inPlainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${TYPES[issue.expected] ?? 'a different type'}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be ${oneOf(issue.values)}`;
    case 'too_big':
      return `must ${sized(issue.origin, 'at most', issue.maximum)}`;
    case 'too_small':
      return `must ${sized(issue.origin, 'at least', issue.minimum)}`;
    case 'invalid_format':
      return issue.format === 'uuid' ? 'must be a UUID' : 'isn’t in the right format';
    default:
      return 'isn’t valid';
  }
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
}

function sized(origin: string, bound: string, limit: number | bigint): string {
  const isOne = Number(limit) === 1;
  if (origin === 'string') return `have ${bound} ${limit} ${isOne ? 'character' : 'characters'}`;
  return origin === 'array' ? `have ${bound} ${limit} ${isOne ? 'entry' : 'entries'}` : `be ${bound} ${limit}`;
}
