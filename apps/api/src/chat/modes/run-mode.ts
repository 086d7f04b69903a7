import type { Message, StreamEvent } from '@parley/core';
import type { Model } from '../model/model.ts';

/** What a mode may tell of while it answers; the runner adds the first and the last event of a reply itself. */
export type ReplyEvent = Extract<StreamEvent, { type: 'content' | 'reasoning' }>;

/** A question in its conversation. */
export interface Turn {
  /** The branch that ends with the question, oldest first. */
  messages: Message[];
  conversationId: string;
  /** Names the person to the model's operator without naming them. */
  safetyIdentifier: string;
  productName: string;
  /** Epoch milliseconds, for what the assistant knows of the date. */
  now: number;
}

/**
 * One way to answer. Throws an `AppError` when it cannot go on; everything yielded before is kept. Ends quietly, with
 * every socket closed, once `signal` aborts.
 */
export type RunMode = (turn: Turn, model: Model, signal: AbortSignal) => AsyncIterable<ReplyEvent>;
