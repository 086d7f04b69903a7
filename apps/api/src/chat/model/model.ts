import type { Capability } from '@parley/core';
import type { ContextLength } from './features/context-lengths.ts';

/** A picture for a model to look at. */
export interface ModelPicture {
  type: string;
  bytes: Uint8Array;
}

/** A document for a model that reads its pages by itself. */
export interface ModelDocument {
  name: string;
  type: 'application/pdf';
  bytes: Uint8Array;
}

export interface ModelMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Only with questions. */
  pictures?: ModelPicture[];
  documents?: ModelDocument[];
}

/** One question with what came before it, for a model. */
export interface ModelRequest {
  instructions: string;
  /** Oldest first; the last one is the question. */
  messages: ModelMessage[];
  /** Whether the model shall reason before it answers, and show it. */
  thinking: boolean;
  /** Whether the model shall search the web by itself; only where `capabilities` says that it can. */
  webSearch: boolean;
  /** Tokens, reasoning included. */
  maxOutputTokens: number;
  /** Names the person to the model's operator without naming them: hashed, stable. */
  safetyIdentifier: string;
  conversationId: string;
}

export type ModelEvent =
  /** More of the answer. Never empty. */
  | { type: 'text'; delta: string }
  /** More of the reasoning. Never empty. */
  | { type: 'reasoning'; delta: string }
  /** The reasoning is over. Comes at most once, before the first text that follows it. */
  | { type: 'reasoning-done' }
  /** The model searches the web, and has. `query` once it is known. */
  | { type: 'search'; status: 'starting' | 'completed' | 'error'; query?: string }
  /** A page that the answer cites, or that was read for it. */
  | { type: 'source'; url: string; isCited: boolean }
  /** Always the last. `length`: cut at `maxOutputTokens`. `filter`: ended by the service's content filter. */
  | { type: 'end'; reason: 'stop' | 'length' | 'filter' };

/** What this server's model supports, by settings, by what its service says and by what it refused. */
export interface ModelCapabilities {
  /** Reachable, key accepted, model there. The log says what is wrong and what to do about it. */
  answers: Capability;
  /** Reasons by itself and shows it; else Thinking asks for it in words. */
  reasons: boolean;
  /**
   * Searches the web by itself. False from the moment that its server refuses: that one `stream` throws `model-rejected`
   * before its first event.
   */
  searches: boolean;
  /** Looks at pictures; 'This model cannot read pictures.' */
  seesPictures: Capability;
  /** Reads the pages of a PDF by itself, text or not. */
  readsPdf: boolean;
  /** Of the model that answers and, where it is another, of the one that thinks. */
  contexts: ContextLength[];
}

export interface Model {
  /**
   * Answers one question. Pictures and documents of earlier questions are left out where there is no room for them or the
   * model cannot read them; in the question itself they are refused, with a sentence that says so. Throws only `AppError`
   * with a `model-*` code, whose cause may be logged. After `signal` aborts it closes its socket to the model, ends without
   * an `end` event and does not throw; when the loop over it is over, the socket is closed.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /**
   * A short text in one piece, for titles and the like, from the model that is set for it, with the least reasoning and
   * room for what a reasoning model needs. At most `maxOutputTokens` of text. Throws as `stream` does, also on abort.
   */
  complete(
    request: { instructions: string; text: string; maxOutputTokens: number; safetyIdentifier: string },
    signal: AbortSignal,
  ): Promise<string>;
  capabilities(): Promise<ModelCapabilities>;
}
