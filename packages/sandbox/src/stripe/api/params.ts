import { parse } from 'qs';
import { z } from 'zod';
import { invalid } from './api-error.ts';

/** Raw form parameters: strings in nested records and lists. */
export type Params = Record<string, unknown>;

export function parseParams(encoded: string): Params {
  return parse(encoded, { depth: 8, arrayLimit: 200, parameterLimit: 2000, allowEmptyArrays: true }) as Params;
}

export const integer = z
  .string()
  .regex(/^-?\d+$/, 'must be an integer')
  .transform(Number);

export const bool = z.enum(['true', 'false']).transform((word) => word === 'true');

/** An empty value removes its key. */
export const metadata = z.union([z.record(z.string(), z.string()), z.literal('').transform(() => ({}))]);

export const expandable = { expand: z.array(z.string()).optional() };

export const paged = {
  limit: integer.refine((limit) => limit >= 1 && limit <= 100, 'must be between 1 and 100').optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  ...expandable,
};

/** Parses the params with this schema. Throws Stripe's error if they do not match. */
export function read<Schema extends z.ZodType>(schema: Schema, params: Params): z.output<Schema> {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (!issue) throw invalid('Invalid request');
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const param = paramName([...path, issue.keys[0] ?? '']);
    throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
  }
  const param = paramName(path);
  const given = path.reduce<unknown>((value, key) => (value as Params | undefined)?.[key], params);
  if (given === undefined) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
  throw invalid(`Invalid ${param}: ${issue.message}`, param);
}

function paramName([first = '', ...rest]: string[]): string {
  return first + rest.map((key) => `[${key}]`).join('');
}
