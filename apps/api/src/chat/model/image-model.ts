import type { Capability } from '@parley/core';
import type { ModelPicture } from './model.ts';

export interface ImageRequest {
  /** What the picture shall show, or how the pictures given shall be changed. Never empty. */
  prompt: string;
  /** Pictures to change; none: draw a new one. */
  pictures: ModelPicture[];
  /** Names the person to the model's operator without naming them: hashed, stable. */
  safetyIdentifier: string;
}

/** What draws; it may be another server than the one that answers. */
export interface ImageModel {
  /**
   * Draws one picture and returns its PNG. Throws only `AppError` with a `model-*` code; after `signal` aborts the socket
   * is closed when it rejects.
   */
  draw(request: ImageRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** Whether it is set up and can be reached. */
  capability(): Promise<Capability>;
}
