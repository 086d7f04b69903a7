import type { z } from 'zod';

/** What is no JSON: its type, and what it is. */
export interface OtherContent {
  type: string;
  description: string;
  /** Of a stream: what each of its lines is, where that is no StreamEvent. */
  item?: z.ZodType;
}

/** One call of the API, as its document tells it. */
export interface Operation {
  method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** From the root; what stands for something in braces. */
  path: string;
  summary: string;
  description?: string;
  /** `user`: needs a bearer token. `anyone`: needs none, and one may change the answer. */
  auth: 'user' | 'anyone';
  query?: z.ZodObject;
  /** By name, each with what it is. */
  headers?: Record<string, string>;
  body?: z.ZodObject | OtherContent;
  answer: z.ZodType | OtherContent;
  /** What is answered, with 202, when what was asked for goes on. */
  notYet?: z.ZodObject;
}

export function isJson<T extends z.ZodType>(content: T | OtherContent): content is T {
  return '_zod' in content;
}
