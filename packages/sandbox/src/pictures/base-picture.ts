import { convertIndexedToRgb, decode, type DecodedPng } from 'fast-png';
import type { Canvas } from './canvas.ts';
import { pictureKind } from './picture-kind.ts';

/** Larger ones would hold up whoever shares this thread. */
const MAX_PIXELS = 8_000_000;

/** The pixels of a picture, three bytes each. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** The pixels of a PNG, on white where it is clear; null for any other kind, a broken one and a very large one. */
export function pixelsOf(bytes: Uint8Array): Pixels | null {
  const kind = pictureKind(bytes);
  if (kind?.type !== 'image/png' || kind.width * kind.height > MAX_PIXELS) return null;
  try {
    return flattened(decode(bytes));
  } catch {
    return null;
  }
}

/** Paints a picture so that it covers the whole canvas, around its middle. */
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

function flattened(png: DecodedPng): Pixels {
  const { width, height } = png;
  const samples = png.palette ? convertIndexedToRgb(png) : png.data;
  const channels = png.palette ? samples.length / (width * height) : png.channels;
  const top = png.palette ? 255 : 2 ** png.depth - 1;
  const isGray = channels < 3;
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * channels;
    const opacity = channels % 2 === 0 ? (samples[at + channels - 1] ?? top) / top : 1;
    for (let part = 0; part < 3; part++) {
      const sample = ((samples[at + (isGray ? 0 : part)] ?? 0) / top) * 255;
      data[pixel * 3 + part] = Math.round(255 + (sample - 255) * opacity);
    }
  }
  return { width, height, data };
}
