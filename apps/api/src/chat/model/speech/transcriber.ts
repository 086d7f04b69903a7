import type { Capability } from '@parley/core';
import type { Meter } from '../../../spending/meter.ts';

/** A recording of speech. */
export interface Recording {
  bytes: Uint8Array;
  /** From the bytes. */
  container: RecordingContainer;
  /** Its length in milliseconds. */
  durationMs: number;
  /** Measures what the request uses. */
  meter?: Meter;
}

export type RecordingContainer = 'webm' | 'ogg' | 'mp4' | 'wav';

/** A transcription model; it may be on another server than the chat model. */
export interface Transcriber {
  /**
   * Resolves to the spoken words, empty for silence. Throws only `AppError` with a `model-*` code. After `signal`
   * aborts, the socket is closed by the time it rejects.
   */
  transcribe(recording: Recording, signal: AbortSignal): Promise<string>;
  /** Whether it is reachable. */
  capability(): Promise<Capability>;
}
