import type { Capability } from '@parley/core';
import type { Meter } from '../../../spending/meter.ts';

/** Spoken text, whose beginning has arrived. */
export interface Speech {
  /** MIME type, detected from the bytes. */
  type: string;
  /**
   * The audio as it arrives, at the reader's pace. To be read once, and to the end or closed. Throws as `speak`
   * rejects.
   */
  chunks: AsyncIterable<Uint8Array>;
}

/** A speech model; it may be on another server than the chat model. */
export interface Speaker {
  /**
   * Speaks a text; resolves when the first audio has arrived. Throws only `AppError` with a `model-*` code. After
   * `signal` aborts, the socket is closed by the time it rejects. `meter` measures what the request uses.
   */
  speak(text: string, signal: AbortSignal, meter?: Meter): Promise<Speech>;
  /** Whether it is reachable. */
  capability(): Promise<Capability>;
}
