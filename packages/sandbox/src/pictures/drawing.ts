import { renderAsync } from '@resvg/resvg-js';
import { chanceFrom, type Chance } from './chance.ts';
import type { DrawingSize } from './drawing-size.ts';
import { letterDemo } from './lettering.ts';
import { patternOf } from './pattern.ts';
import { pictureElement } from './pixels.ts';

/** Tones of a second layer, visible on any first one. */
const LAYER_TONES = ['#b4553a', '#96693a', '#c67f5f', '#8d5a4a'] as const;

/** Draws a PNG with the word DEMO on a pattern determined by the prompt and the size. */
export function drawPattern(prompt: string, size: DrawingSize): Promise<Buffer> {
  return draw(size, patternOf(size, chanceFrom(prompt)));
}

/**
 * Draws a PNG of the uploaded picture under a layer determined by the prompt. A pattern seeded with the bytes shows
 * where the picture is transparent, and in place of a picture that cannot be decoded.
 */
export function drawEdit(prompt: string, picture: Uint8Array, size: DrawingSize): Promise<Buffer> {
  const layers = [
    patternOf(size, chanceFrom(picture)),
    pictureElement(picture, size),
    layerOf(size, chanceFrom(prompt, picture)),
  ];
  return draw(size, layers.join(''));
}

/** The SVG is rendered off this thread, and the same on every machine: it has no text, which would need fonts. */
async function draw(size: DrawingSize, content: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${content}${letterDemo(size)}</svg>`;
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return image.asPng();
}

function layerOf({ width, height }: DrawingSize, chance: Chance): string {
  const size = Math.min(width, height);
  const tone = chance.pick(LAYER_TONES);
  const x = width * (0.3 + 0.4 * chance.next());
  const y = height * (0.25 + 0.35 * chance.next());
  const radius = size * (0.18 + 0.1 * chance.next());
  const rings = [1, 2, 3].map((step) => `<circle r="${radius + step * size * 0.045}"/>`).join('');
  return (
    `<g transform="translate(${x} ${y})"><circle r="${radius}" fill="${tone}" opacity="0.5"/>` +
    `<g fill="none" stroke="${tone}" stroke-width="${size * 0.01}" opacity="0.75">${rings}</g></g>`
  );
}
