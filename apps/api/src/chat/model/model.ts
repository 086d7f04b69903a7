import type { Capability } from '@parley/core';
import type { Meter } from '../../spending/meter.ts';
import type { ContextLength } from './features/context-lengths.ts';

/** A picture as model input. */
export interface ModelPicture {
  type: string;
  bytes: Uint8Array;
}

/** A document whose pages are pictures, for a model that reads it itself or else sees its first pages. */
export interface ModelDocument {
  name: string;
  type: 'application/pdf';
  bytes: Uint8Array;
  pages: number;
  /** The most pages that may be shown as pictures. */
  maxShown: number;
  /**
   * Draws its first pages, at most `maxShown`. Throws `unsupported-type` or `too-large` with a sentence for the user.
   */
  drawPages(): Promise<ModelPicture[]>;
}

export interface ModelMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Only in questions. */
  pictures?: ModelPicture[];
  documents?: ModelDocument[];
}

/** A function that the model may call. */
export interface ModelTool {
  name: string;
  description: string;
  /** JSON schema of its arguments, an object. */
  parameters: Record<string, unknown>;
}

/** A call of a tool, as the model wrote it. */
export interface ModelCall {
  id: string;
  name: string;
  /** Should be JSON. */
  arguments: string;
}

/** A step of a reply in which the model called tools, with what they returned. */
export interface ModelRound {
  /** What the model wrote beside its calls. */
  text: string;
  calls: ModelCall[];
  /** One for each call, in order. */
  results: { text: string; pictures?: ModelPicture[] }[];
  /** Opaque items of the service, such as signed reasoning, that it wants back with the results. */
  state: unknown[];
}

/** One question with its conversation, as input for a model. */
export interface ModelRequest {
  instructions: string;
  /** Oldest first; the last is the question, or the beginning of the reply if it is continued. */
  messages: ModelMessage[];
  /** Whether the model should reason visibly before it answers. */
  thinking: boolean;
  /** Whether the model should search the web itself; only if `capabilities` says that it can. */
  webSearch: boolean;
  /** Tools that the model may call. Left out without an error when it has none. */
  tools?: ModelTool[];
  /** Earlier steps of this reply, oldest first; they follow the messages. */
  rounds?: ModelRound[];
  /** In tokens, reasoning included. */
  maxOutputTokens: number;
  /** Stable hash that identifies the user to the model's operator without revealing who they are. */
  safetyIdentifier: string;
  conversationId: string;
  /** Measures what the request uses. */
  meter?: Meter;
}

/** A request for a short text. */
export interface CompleteRequest {
  instructions: string;
  text: string;
  maxOutputTokens: number;
  safetyIdentifier: string;
  /** Measures what the request uses. */
  meter?: Meter;
}

export type ModelEvent =
  /** More of the answer. Never empty. */
  | { type: 'text'; delta: string }
  /** More of the reasoning. Never empty. */
  | { type: 'reasoning'; delta: string }
  /** The reasoning has ended. Sent at most once, before the first text that follows it. */
  | { type: 'reasoning-done' }
  /** The model starts or finishes a web search. `query` is set once it is known. */
  | { type: 'search'; status: 'starting' | 'completed' | 'error'; query?: string }
  /** A picture that the model drew: PNG, JPEG or WebP. Sent at most once, after all text. */
  | { type: 'picture'; bytes: Uint8Array<ArrayBuffer> }
  /** A page that the answer cites or that the model read for it. */
  | { type: 'source'; url: string; isCited: boolean; title?: string }
  /** The model calls tools and waits for their results. Only for a request with tools, and just before `end`. */
  | { type: 'calls'; calls: ModelCall[]; state: unknown[] }
  /** Always last. `length`: cut at `maxOutputTokens`. `filter`: ended by the service's content filter. */
  | { type: 'end'; reason: 'stop' | 'length' | 'filter' };

/** Capabilities of this server's model, from settings, from its service's reports and from refusals. */
export interface ModelCapabilities {
  /** Reachable, key accepted, model available. The log says what is wrong and how to fix it. */
  answers: Capability;
  /** Reasons visibly by itself; otherwise Thinking asks for reasoning in the instructions. */
  reasons: boolean;
  /**
   * Searches the web itself. Becomes false once its server refuses a search; the `stream` call that was refused throws
   * `model-rejected` before its first event.
   */
  searches: boolean;
  /** Calls tools; false once its service refused them. */
  usesTools: boolean;
  /** Accepts pictures; otherwise the reason is 'This model can’t read images.' */
  seesPictures: Capability;
  /** Reads the pages of a PDF itself, with or without text. */
  readsPdf: boolean;
  /** Of the chat model and, if different, of the thinking model. */
  contexts: ContextLength[];
}

export interface Model {
  /**
   * Answers one question and calls `emit` with each event, in order. Pictures and documents of earlier questions are
   * left out when they do not fit or the model cannot read them; in the question itself they are refused with an
   * explanation. Throws only `AppError` with a `model-*` code, whose cause may be logged. After `signal` aborts, it
   * closes its socket to the model and resolves without another event or an error. The socket is closed when the
   * promise settles.
   *
   * `emit` is a callback, because an iterator would cost several promises a delta. It must return quickly and not
   * throw.
   */
  stream(request: ModelRequest, emit: (event: ModelEvent) => void, signal: AbortSignal): Promise<void>;
  /**
   * Completes a short text such as a title without streaming, using the title model with minimal reasoning and spare
   * tokens for models that reason anyway. Returns at most `maxOutputTokens` of text. Throws as `stream` does, and also
   * on abort.
   */
  complete(request: CompleteRequest, signal: AbortSignal): Promise<string>;
  capabilities(): Promise<ModelCapabilities>;
  /** The smallest context length of its models, in tokens. */
  contextTokens(): Promise<number>;
}
