import type { z } from 'zod';
import { AppError, plural, t, translated } from '@parley/core';

/** The message for a request without a JSON body. Only other programs send one, so it is in English. */
export const NO_JSON = 'Send JSON in UTF-8, with the header "Content-Type: application/json".';

/** A request with an invalid field. It never holds the value, which may be a secret. */
export class InvalidField extends AppError {
  /** Such as `messages[0].role`; empty for the whole body. */
  readonly field: string;
  readonly problem: 'missing' | 'type' | 'empty' | 'below' | 'above' | 'value';
  /** What is too small or too big, such as `array` or `string`. */
  readonly origin: string | null;

  constructor(issue: z.core.$ZodIssue, message = issue.message === '' ? inPlainWords(issue) : sentence(issue)) {
    super('invalid-request', { message });
    this.field = fieldOf(issue.path);
    this.problem = problemOf(issue);
    this.origin = 'origin' in issue ? String(issue.origin) : null;
  }
}

function problemOf(issue: z.core.$ZodIssue): InvalidField['problem'] {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'missing' : 'type';
  if (issue.code === 'too_big') return 'above';
  if (issue.code !== 'too_small') return 'value';
  return issue.minimum === 1 && ['array', 'string'].includes(issue.origin) ? 'empty' : 'below';
}

/**
 * Parses request input with a schema. Throws an `InvalidField` whose sentence names the first one; `path` is where in
 * the request the value is. Express leaves the body of a request that is not declared as JSON undefined. Unknown fields
 * are dropped, so newer clients work with older servers.
 */
export function parseBody<T extends z.ZodType>(schema: T, value: unknown, path: PropertyKey[] = []): z.infer<T> {
  // Only the first of what may be very many issues is put into words.
  const parsed = schema.safeParse(value ?? {}, { error: () => '', reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw new AppError('invalid-request');
  const message = value === undefined && issue.message === '' ? NO_JSON : undefined;
  throw new InvalidField({ ...issue, path: [...path, ...issue.path] }, message);
}

/**
 * A schema message that begins with a small letter describes what the field must be, in English; any other is a whole
 * sentence.
 */
function sentence({ path, message }: z.core.$ZodIssue): string {
  return /^\p{Ll}/u.test(message) ? sentenceAbout(path, translated(message)) : message;
}

/** `predicate` describes the value, such as `is missing`. */
function sentenceAbout(path: readonly PropertyKey[], predicate: string): string {
  if (path.length === 0) return t`The request ${predicate}.`;
  return t`The field "${fieldOf(path)}" ${predicate}.`;
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.map(spell).join('');
}

function spell(step: PropertyKey, index: number): string {
  if (typeof step === 'number') return `[${step}]`;
  return index === 0 ? String(step) : `.${String(step)}`;
}

const TYPES: Record<string, string> = {
  string: t`must be text`,
  number: t`must be a number`,
  int: t`must be a whole number`,
  boolean: t`must be true or false`,
  array: t`must be a list`,
  object: t`must be a JSON object`,
};

/** Describes an invalid value for users; the validator's own messages are for programmers. */
function inPlainWords(issue: z.core.$ZodIssue): string {
  return sentenceAbout(issue.path, predicateOf(issue));
}

function predicateOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return t`is missing`;
      return translated(TYPES[issue.expected] ?? t`must be a different type`);
    case 'invalid_value':
      return issue.input === undefined ? t`is missing` : t`must be ${oneOf(issue.values)}`;
    case 'too_big':
      return atMost(issue.origin, Number(issue.maximum));
    case 'too_small':
      return atLeast(issue.origin, Number(issue.minimum));
    case 'invalid_format':
      return issue.format === 'uuid' ? t`must be a UUID` : t`isn’t in the right format`;
    default:
      return t`isn’t valid`;
  }
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : t`one of ${values.join(', ')}`;
}

function atMost(origin: string, limit: number): string {
  if (origin === 'string')
    return plural(limit)`must have at most ${limit} character|must have at most ${limit} characters`;
  if (origin === 'array') return plural(limit)`must have at most ${limit} entry|must have at most ${limit} entries`;
  return t`must be at most ${limit}`;
}

function atLeast(origin: string, limit: number): string {
  if (origin === 'string')
    return plural(limit)`must have at least ${limit} character|must have at least ${limit} characters`;
  if (origin === 'array') return plural(limit)`must have at least ${limit} entry|must have at least ${limit} entries`;
  return t`must be at least ${limit}`;
}
