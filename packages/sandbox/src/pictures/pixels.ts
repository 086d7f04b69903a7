import { Resvg } from '@resvg/resvg-js';
import type { DrawingSize } from './drawing-size.ts';
import { pictureKind } from './picture-kind.ts';

/** Larger pictures would block this thread for too long. */
const MAX_PIXELS = 2048 * 2048;

/** SVG of a picture, centered and scaled to cover the size; empty if it is too large or of another format. */
export function pictureElement(bytes: Uint8Array, { width, height }: DrawingSize): string {
  const kind = pictureKind(bytes);
  const count = kind ? kind.width * kind.height : 0;
  if (!kind || count === 0 || count > MAX_PIXELS) return '';
  const data = Buffer.from(bytes).toString('base64');
  return (
    `<image width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" image-rendering="optimizeSpeed" ` +
    `href="data:${kind.type};base64,${data}"/>`
  );
}

/** Mean color of a picture on white, as a hex code; null if it cannot be decoded or is too large. */
export function meanColor(bytes: Uint8Array): string | null {
  const kind = pictureKind(bytes);
  const picture = kind && pictureElement(bytes, kind);
  if (!picture) return null;
  const { width, height } = kind;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${picture}</svg>`;
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const sums = [0, 0, 0, 0];
  for (let at = 0; at < pixels.length; at++) sums[at % 4] = (sums[at % 4] ?? 0) + (pixels[at] ?? 0);
  const [red = 0, green = 0, blue = 0, opacity = 0] = sums.map((sum) => sum / (width * height));
  if (opacity === 0) return null;
  return `#${[red, green, blue].map((part) => hex(part + 255 - opacity)).join('')}`;
}

function hex(part: number): string {
  return Math.round(part).toString(16).padStart(2, '0');
}
