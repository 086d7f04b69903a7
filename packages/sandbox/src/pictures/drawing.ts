import { Canvas, color } from './canvas.ts';
import { chanceFrom, type Chance } from './chance.ts';
import { letterDemo } from './lettering.ts';
import { paintPattern } from './pattern.ts';
import { paintPicture, pixelsOf } from './pixels.ts';
import { pngOf } from './png.ts';
import { disc, ring } from './shapes.ts';

export interface DrawingSize {
  width: number;
  height: number;
}

/** Tones of a second layer, visible on any first one. */
const LAYER_TONES = [color('#b4553a'), color('#96693a'), color('#c67f5f'), color('#8d5a4a')] as const;

/** Draws a PNG with the word DEMO on a pattern determined by the prompt and the size. */
export function drawPattern(prompt: string, { width, height }: DrawingSize): Promise<Buffer> {
  const canvas = new Canvas(width, height);
  paintPattern(canvas, chanceFrom(prompt));
  letterDemo(canvas);
  return pngOf(canvas);
}

/**
 * Draws a PNG of the uploaded picture under a layer determined by the prompt. A pattern seeded with the bytes replaces
 * a picture that is not a PNG.
 */
export function drawEdit(prompt: string, picture: Uint8Array, { width, height }: DrawingSize): Promise<Buffer> {
  const canvas = new Canvas(width, height);
  const pixels = pixelsOf(picture);
  if (pixels) paintPicture(canvas, pixels);
  else paintPattern(canvas, chanceFrom(picture));
  paintLayer(canvas, chanceFrom(prompt, picture));
  letterDemo(canvas);
  return pngOf(canvas);
}

function paintLayer(canvas: Canvas, chance: Chance): void {
  const size = Math.min(canvas.width, canvas.height);
  const tone = chance.pick(LAYER_TONES);
  const x = canvas.width * (0.3 + 0.4 * chance.next());
  const y = canvas.height * (0.25 + 0.35 * chance.next());
  const radius = size * (0.18 + 0.1 * chance.next());
  canvas.paint(disc(x, y, radius), tone, 0.5);
  for (const step of [1, 2, 3]) canvas.paint(ring(x, y, radius + step * size * 0.045, size * 0.01), tone, 0.75);
}
