import type { Message, StreamEvent } from '@parley/core';
import type { ImageModel } from '../model/image-model.ts';
import type { Model } from '../model/model.ts';
import type { WebSearch } from '../search/web-search.ts';
import type { AssistantSettings } from './instructions.ts';

/** What a mode may tell of while it answers; the runner adds the first and the last event of a reply itself. */
export type ReplyEvent = Extract<StreamEvent, { type: 'content' | 'reasoning' | 'tool' | 'image' | 'sources' }>;

/** A question in its conversation. */
export interface Turn {
  /** The branch that ends with the question, oldest first; attachments are named in it. */
  messages: Message[];
  files: TurnFiles;
  conversationId: string;
  /** Names the person to the model's operator without naming them. */
  safetyIdentifier: string;
  productName: string;
  assistant: AssistantSettings;
  /** The person's language by its English name. */
  language: string;
  /** Epoch milliseconds; the instructions name the day. */
  now: number;
}

/** The files of the person who asks, and of nobody else. */
export interface TurnFiles {
  /** Null when it is gone. */
  bytes(id: string): Promise<{ type: string; bytes: Uint8Array } | null>;
  /** What was read from a document; null when it is gone. */
  text(id: string): Promise<string | null>;
  /** Keeps a picture that was drawn from these words; resolves to its address once it is stored. */
  keepPicture(png: Uint8Array<ArrayBuffer>, prompt: string): Promise<string>;
}

/** What modes answer with. */
export interface Backends {
  model: Model;
  imageModel: ImageModel;
  webSearch: WebSearch;
}

/**
 * One way to answer. Throws an `AppError` when it cannot go on; everything yielded before is kept. Ends quietly, with
 * every socket closed, once `signal` aborts.
 */
export type RunMode = (turn: Turn, backends: Backends, signal: AbortSignal) => AsyncIterable<ReplyEvent>;
