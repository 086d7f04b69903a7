import { APIError } from 'openai';
import type { ModelRequest } from '../model.ts';
import type { DeltaNormalizer } from '../stream/normalize-deltas.ts';

/** How much a model reasons, as its parameter says it. */
export type Effort = 'none' | 'minimal' | 'low' | 'medium';

/** One request with what a protocol needs to write its body. */
export interface Question extends ModelRequest {
  model: string;
  /** OpenAI itself takes fields that other services do not know. */
  isOpenAi: boolean;
  /** Whether a parameter makes the model reason; else a thinking request asks for it in words. */
  reasons: boolean;
}

/** One of the two APIs that models are asked by. */
export interface Protocol {
  /** Below the base URL. */
  path: string;
  bodyOf(question: Question): object;
  /** Returns the reader for the data of one reply's events; it returns true after the last one that matters. */
  readerOf(deltas: DeltaNormalizer): (data: string) => boolean;
  /** The parameter for this much reasoning, none of it shown. */
  effortField(effort: Effort): object;
  /** The text of an answer that came whole, empty when it has none. Throws the error that came in its place. */
  textOf(answer: unknown): string;
}

const ASK_FOR_THINKING =
  'Think step by step first. Write the thinking between <thinking> and </thinking>, then the final answer between ' +
  '<answer> and </answer>. Write nothing outside.';

export function instructionsFor({ instructions, thinking, reasons }: Question): string {
  return thinking && !reasons ? `${instructions}\n\n${ASK_FOR_THINKING}`.trim() : instructions;
}

/** What services put into an error. */
export interface WireError {
  code?: unknown;
  status?: unknown;
  message?: unknown;
}

/** An error of a stream or of a 200, as the SDK would have thrown it for a status. */
export function toApiError(error: WireError | string | null | undefined): APIError {
  const body = typeof error === 'string' ? { message: error } : (error ?? undefined);
  return new APIError(statusIn(body), body, undefined, undefined);
}

/** The error that stands in place of an answer, or null: `{error}`, `{object: 'error'}`, `{detail}` or `{message}` alone. */
export function errorIn(answer: unknown): APIError | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { error, object, detail, message } = answer as Record<string, unknown>;
  if (error) return toApiError(error as WireError | string);
  if (object === 'error') return toApiError(answer);
  if ('choices' in answer || 'output' in answer) return null;
  if (detail) return toApiError({ ...answer, message: typeof detail === 'string' ? detail : JSON.stringify(detail) });
  return typeof message === 'string' ? toApiError(answer) : null;
}

function statusIn({ code, status }: WireError = {}): number | undefined {
  return [code, status].map(Number).find((value) => value >= 400 && value < 600);
}
