import { APIError } from 'openai';
import type { ModelRequest } from './model.ts';
import type { ReplyWriter } from './reply-writer.ts';

/** How much a model reasons, by its field. */
export type Effort = 'none' | 'minimal' | 'low' | 'medium';

/** One request as a protocol is asked to put it. */
export interface Question extends ModelRequest {
  model: string;
  /** OpenAI itself takes fields that other servers do not know. */
  isOpenAi: boolean;
  /** Whether the model reasons when it is told to by a field; else a thinking request asks for it in words. */
  reasons: boolean;
}

/** One of the two ways to ask a model. */
export interface Protocol {
  /** Below the base URL. */
  path: string;
  bodyOf(question: Question): object;
  /** A reader for the data of one reply's events; it returns true after the last one that matters. */
  readerOf(writer: ReplyWriter): (data: string) => boolean;
  /** The field that asks for this much reasoning, none of it shown. */
  effortField(effort: Effort): object;
  /** The text of an answer that came in one piece, empty when it has none. Throws what `readerOf` would. */
  textOf(answer: unknown): string;
}

const ASK_FOR_THINKING =
  'Think step by step first. Write the thinking between <thinking> and </thinking>, then the final answer between ' +
  '<answer> and </answer>. Write nothing outside.';

export function instructionsFor({ instructions, thinking, reasons }: Question): string {
  return thinking && !reasons ? `${instructions}\n\n${ASK_FOR_THINKING}`.trim() : instructions;
}

/** An error that arrived inside a stream, as the SDK would have thrown it for a whole response. */
export function errorInStream(error: { code?: unknown; message?: unknown } | string | null | undefined): APIError {
  const body = typeof error === 'string' ? { message: error } : (error ?? undefined);
  const status = typeof body?.code === 'number' ? body.code : undefined;
  return new APIError(status, body, undefined, undefined);
}
