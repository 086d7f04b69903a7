import type { Attachment } from '@parley/core';

/** Limits of a preview, in pixels. Without the second, a tall narrow picture would fill the page. */
const MAX_WIDTH = 200;
const MAX_HEIGHT = 320;

/** Preview size in whole pixels: never larger than the picture, and a square if its size is unknown. */
export function previewSize({ width = MAX_WIDTH, height = MAX_WIDTH }: Attachment): { width: number; height: number } {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
