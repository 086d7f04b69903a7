import { APIError } from 'openai';
import type { Counts } from '../../../spending/counts.ts';
import type { ModelRequest } from '../model.ts';
import type { DeltaNormalizer } from '../stream/normalize-deltas.ts';
import { wireErrorIn, type WireError } from '../wire-error.ts';

/** Reasoning effort, as in the parameter. */
export type Effort = 'none' | 'minimal' | 'low' | 'medium';

/** One request with everything a protocol needs to write its body. */
export interface Question extends ModelRequest {
  model: string;
  /** Whether the service is OpenAI itself, which takes fields that other services reject. */
  isOpenAi: boolean;
  /** Whether a parameter makes the model reason; otherwise thinking is requested in the instructions. */
  reasons: boolean;
  /** Whether the service sends its reasoning signed, so that it can be sent back between rounds. */
  signsReasoning?: boolean;
  /** Set when the model takes tools only while it does not reason. */
  callsWithoutReasoning?: boolean;
  /** Set when the model draws pictures in its replies, which its service leaves out unless asked for them. */
  draws?: boolean;
  /** Set when the model takes no system message: its instructions then stand before the first question. */
  hasNoSystemRole?: boolean;
}

/** One of the two model APIs. */
export interface Protocol {
  /** Path relative to the base URL. */
  path: string;
  /** The name of the list of messages in a body. */
  messagesField: 'input' | 'messages';
  bodyOf(question: Question): object;
  /** Returns a reader for the event data of one reply; it returns true after the last relevant event. */
  readerOf(deltas: DeltaNormalizer): (data: string) => boolean;
  /**
   * What the service counted for a reply or an answer, from an event after its end or the whole answer; null without.
   */
  countsIn(answer: unknown): Counts | null;
  /** Parameter for this reasoning effort, with none of the reasoning shown. */
  effortField(effort: Effort): object;
  /** Text of an answer that was not streamed, or empty. Throws an error sent in its place. */
  textOf(answer: unknown): string;
}

/** Words of the message with the pictures that tools returned, as no service takes pictures in all results. */
export const PICTURES_SHOWN = 'The pictures that the tools returned.';

const ASK_FOR_THINKING =
  'Think step by step first. Write the thinking between <thinking> and </thinking>, then the final answer between ' +
  '<answer> and </answer>. Write nothing outside.';

export function instructionsFor({ instructions, thinking, reasons }: Question): string {
  return thinking && !reasons ? `${instructions}\n\n${ASK_FOR_THINKING}`.trim() : instructions;
}

/** Converts an error of a stream or of a 200 to the one the SDK would throw for a status. */
export function toApiError(error: WireError | string | null | undefined): APIError {
  const body = wireErrorIn({ error }) ?? undefined;
  return new APIError(statusIn(body), body, undefined, undefined);
}

/** Returns the error sent in place of an answer, or null. */
export function errorIn(answer: unknown): APIError | null {
  const error = wireErrorIn(answer);
  return error && new APIError(statusIn(error), error, undefined, undefined);
}

function statusIn({ code, status }: WireError = {}): number | undefined {
  return [code, status].map(Number).find((value) => value >= 400 && value < 600);
}
