import type { z } from 'zod';
import type { ApiKeyScope } from '@parley/core';

/** Content other than JSON: its MIME type and a description. */
export interface OtherContent {
  type: string;
  description: string;
  /** For a stream: the schema of its events, unless they are StreamEvents. */
  item?: z.ZodType;
}

/** An operation of the API, as documented. */
export interface Operation {
  method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** Path from the root, with parameters in braces. */
  path: string;
  /** Names the operation in generated clients. Never change one. */
  operationId: string;
  summary: string;
  description?: string;
  /** `user` requires a bearer token. For `anyone` it is optional, but may change the response. */
  auth: 'user' | 'anyone';
  /** The scope with which an API key may do this; absent for what no key may do. */
  scope?: ApiKeyScope;
  query?: z.ZodObject;
  /** Descriptions of the headers, by name. */
  headers?: Record<string, string>;
  body?: z.ZodObject | OtherContent;
  answer: z.ZodType | OtherContent;
  /** What the response may be instead of `answer`, as the request asks. */
  otherAnswers?: OtherContent[];
  /** The response to a failed request, if it is no `ErrorBody`. */
  failure?: z.ZodObject;
  /** The events of the response to a request with `stream`, instead of `answer`. */
  streamed?: z.ZodType;
  /** The 202 response while the requested work is still running. */
  notYet?: z.ZodObject;
}

export function isJson<T extends z.ZodType>(content: T | OtherContent): content is T {
  return '_zod' in content;
}
