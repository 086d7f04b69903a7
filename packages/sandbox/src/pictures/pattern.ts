import { color, type Canvas, type Color } from './canvas.ts';
import type { Chance } from './chance.ts';
import { paintLine } from './line.ts';
import { disc, rectangle, ring, within } from './shapes.ts';

/** Paper and three warm tones that go together. */
const PALETTES: [Tones, ...Tones[]] = [
  tones('#f4f2ee', '#e4d8c4', '#d9a882', '#e9c98a'),
  tones('#f4f2ee', '#e8ddd0', '#c98f72', '#edd9b5'),
  tones('#faf4ea', '#e7dcc8', '#d7b27c', '#c67f5f'),
  tones('#f7f1ec', '#eadcd3', '#d8a79a', '#e6c79c'),
  tones('#f5f2e9', '#e3dcc6', '#c9b37c', '#d99f6c'),
];

const INK_BLUE = color('#17508f');

/** Every requested size is a multiple of this. */
const TILE = 256;

interface Tile {
  left: number;
  top: number;
  size: number;
}

type Tones = readonly [Color, Color, Color, Color];

function tones(...hex: [string, string, string, string]): Tones {
  const [paper, light, deep, bright] = hex;
  return [color(paper), color(light), color(deep), color(bright)];
}

/** Paints a calm pattern of circles on tiles, in warm tones, with one line of ink across it. */
export function paintPattern(canvas: Canvas, chance: Chance): void {
  const palette = chance.pick(PALETTES);
  for (let top = 0; top < canvas.height; top += TILE) {
    for (let left = 0; left < canvas.width; left += TILE) {
      if (chance.next() > 0.3) paintTile(canvas, { left, top, size: TILE }, palette, chance);
      else {
        const size = TILE / 2;
        for (const [x, y] of [
          [0, 0],
          [size, 0],
          [0, size],
          [size, size],
        ] as const) {
          paintTile(canvas, { left: left + x, top: top + y, size }, palette, chance);
        }
      }
    }
  }
  paintLine(canvas, TILE, INK_BLUE, chance);
}

function paintTile(canvas: Canvas, { left, top, size }: Tile, palette: Tones, chance: Chance): void {
  const ground = chance.pick([0, 0, 1, 1, 2]);
  // Always differs from the background's tone.
  const form = (ground + chance.pick([1, 2, 3])) % 4;
  const [paper] = palette;
  const tone = palette[form] ?? paper;
  const box = rectangle(left, top, size, size);
  canvas.paint(box, palette[ground] ?? paper);
  const cornerX = left + chance.pick([0, size]);
  const cornerY = top + chance.pick([0, size]);
  switch (chance.pick(['quarter', 'quarter', 'quarter', 'arcs', 'half', 'disc', 'plain'])) {
    case 'quarter':
      return canvas.paint(within(box, disc(cornerX, cornerY, size)), tone);
    case 'arcs':
      for (const radius of [0.3, 0.6, 0.9]) {
        canvas.paint(within(box, ring(cornerX, cornerY, radius * size, 0.12 * size)), tone);
      }
      return;
    case 'half':
      return canvas.paint(within(box, disc(left + size / 2, cornerY, size / 2)), tone);
    case 'disc':
      return canvas.paint(disc(left + size / 2, top + size / 2, size * 0.32), tone);
    case 'plain':
      return;
  }
}
