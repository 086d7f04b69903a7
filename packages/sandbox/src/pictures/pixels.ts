import type { Canvas } from './canvas.ts';
import { pictureKind } from './picture-kind.ts';
import { readPng, type PngSamples } from './read-png.ts';

/** Larger pictures would block this thread for too long. */
const MAX_PIXELS = 2048 * 2048;

/** The pixels of a picture, three bytes per pixel. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Decodes a PNG onto a white background; null if it is unreadable or too large. */
export function pixelsOf(bytes: Uint8Array): Pixels | null {
  const kind = pictureKind(bytes);
  if (kind?.type !== 'image/png' || kind.width * kind.height > MAX_PIXELS) return null;
  try {
    const png = readPng(bytes);
    return png && flattened(png);
  } catch {
    return null;
  }
}

/** Paints a picture centered and scaled to cover the whole canvas. */
export function paintPicture(canvas: Canvas, { width, height, data }: Pixels): void {
  const scale = Math.min(width / canvas.width, height / canvas.height);
  const offsetX = (width - canvas.width * scale) / 2;
  const offsetY = (height - canvas.height * scale) / 2;
  for (let y = 0; y < canvas.height; y++) {
    const fromY = Math.min(height - 1, Math.floor(offsetY + (y + 0.5) * scale));
    for (let x = 0; x < canvas.width; x++) {
      const fromX = Math.min(width - 1, Math.floor(offsetX + (x + 0.5) * scale));
      const from = (fromY * width + fromX) * 3;
      const to = (y * canvas.width + x) * 3;
      canvas.data[to] = data[from] ?? 0;
      canvas.data[to + 1] = data[from + 1] ?? 0;
      canvas.data[to + 2] = data[from + 2] ?? 0;
    }
  }
}

function flattened({ width, height, channels, samples, palette }: PngSamples): Pixels {
  const data = new Uint8Array(width * height * 3);
  const hasOpacity = channels % 2 === 0;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * channels;
    const opacity = hasOpacity ? (samples[at + channels - 1] ?? 255) / 255 : 1;
    for (let part = 0; part < 3; part++) {
      const sample = palette
        ? (palette[(samples[at] ?? 0) * 3 + part] ?? 0)
        : (samples[channels < 3 ? at : at + part] ?? 0);
      data[pixel * 3 + part] = Math.round(255 + (sample - 255) * opacity);
    }
  }
  return { width, height, data };
}
