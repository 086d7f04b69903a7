import type { Capability } from '@parley/core';
import type { Meter } from '../../../spending/meter.ts';
import type { ModelPicture } from '../model.ts';
import type { PictureShape } from './picture-shape.ts';

export interface ImageRequest {
  /** Description of the picture, or of the change to the given pictures. Never empty. */
  prompt: string;
  /** Pictures to change; empty to draw a new one. */
  pictures: ModelPicture[];
  /** Square by default. */
  shape?: PictureShape;
  /** Stable hash that identifies the user to the model's operator without revealing who they are. */
  safetyIdentifier: string;
  /** Measures what the request uses. */
  meter?: Meter;
}

/** An image model; it may be on another server than the chat model. */
export interface ImageModel {
  /**
   * Draws one picture and returns it as PNG, JPEG or WebP. Throws only `AppError` with a `model-*` code. After `signal`
   * aborts, the socket is closed by the time it rejects.
   */
  draw(request: ImageRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** Whether it is configured and reachable. */
  capability(): Promise<Capability>;
}
