import type { Capability } from '@parley/core';

/** One question with what came before it, for a model. */
export interface ModelRequest {
  instructions: string;
  /** Oldest first; the last one is the question. */
  messages: { role: 'user' | 'assistant'; content: string }[];
  /** Whether the model shall reason before it answers, and show it. */
  thinking: boolean;
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
  /** Always the last. `length`: cut at `maxOutputTokens`. `filter`: ended by the service's content filter. */
  | { type: 'end'; reason: 'stop' | 'length' | 'filter' };

/** What this server's model can do, learned from settings, from asking it and from what it refused. */
export interface ModelCapabilities {
  /** Reachable, key accepted, model there; else why not and what to do about it. */
  answers: Capability;
  /** Reasons by itself and shows it; else Thinking asks for it in words. */
  reasons: boolean;
}

export interface Model {
  /**
   * Answers one question. Throws only `AppError` with a `model-*` code. After `signal` aborts it closes its socket to the
   * model, ends without an `end` event and does not throw; when the loop over it is over, the socket is closed.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  capabilities(): Promise<ModelCapabilities>;
}
