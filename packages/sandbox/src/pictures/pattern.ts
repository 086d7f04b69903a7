import type { Chance } from './chance.ts';
import type { DrawingSize } from './drawing-size.ts';
import { lineAcross } from './line.ts';

/** Paper and three warm tones that go together. */
type Tones = readonly [string, string, string, string];

const PALETTES: [Tones, ...Tones[]] = [
  ['#f4f2ee', '#e4d8c4', '#d9a882', '#e9c98a'],
  ['#f4f2ee', '#e8ddd0', '#c98f72', '#edd9b5'],
  ['#faf4ea', '#e7dcc8', '#d7b27c', '#c67f5f'],
  ['#f7f1ec', '#eadcd3', '#d8a79a', '#e6c79c'],
  ['#f5f2e9', '#e3dcc6', '#c9b37c', '#d99f6c'],
];

const FORMS = ['quarter', 'quarter', 'quarter', 'arcs', 'half', 'disc', 'plain'] as const;
const INK_BLUE = '#17508f';

/** Every requested size is a multiple of this. */
const TILE = 256;

/** A calm pattern of circles on tiles, in warm tones, with one line of ink across it, as SVG. */
export function patternOf(size: DrawingSize, chance: Chance): string {
  const palette = chance.pick(PALETTES);
  let tiles = '';
  for (let top = 0; top < size.height; top += TILE) {
    for (let left = 0; left < size.width; left += TILE) {
      if (chance.next() > 0.3) tiles += tileAt(left, top, TILE, palette, chance);
      else {
        const half = TILE / 2;
        for (const y of [top, top + half]) {
          for (const x of [left, left + half]) tiles += tileAt(x, y, half, palette, chance);
        }
      }
    }
  }
  return tiles + lineAcross(size, TILE, INK_BLUE, chance);
}

/** One tile; its form is clipped to it. */
function tileAt(left: number, top: number, size: number, palette: Tones, chance: Chance): string {
  const ground = chance.pick([0, 0, 1, 1, 2]);
  // Always differs from the background's tone.
  const form = (ground + chance.pick([1, 2, 3])) % 4;
  const [paper] = palette;
  const shape = formOf(size, chance);
  return (
    `<svg x="${left}" y="${top}" width="${size}" height="${size}">` +
    `<rect width="${size}" height="${size}" fill="${palette[ground] ?? paper}"/>` +
    `<g fill="${palette[form] ?? paper}" stroke="${palette[form] ?? paper}" stroke-width="0">${shape}</g></svg>`
  );
}

function formOf(size: number, chance: Chance): string {
  const cornerX = chance.pick([0, size]);
  const cornerY = chance.pick([0, size]);
  switch (chance.pick(FORMS)) {
    case 'quarter':
      return `<circle cx="${cornerX}" cy="${cornerY}" r="${size}"/>`;
    case 'arcs':
      return [0.3, 0.6, 0.9]
        .map(
          (radius) =>
            `<circle cx="${cornerX}" cy="${cornerY}" r="${radius * size}" fill="none" stroke-width="${0.12 * size}"/>`,
        )
        .join('');
    case 'half':
      return `<circle cx="${size / 2}" cy="${cornerY}" r="${size / 2}"/>`;
    case 'disc':
      return `<circle cx="${size / 2}" cy="${size / 2}" r="${size * 0.32}"/>`;
    case 'plain':
      return '';
  }
}
