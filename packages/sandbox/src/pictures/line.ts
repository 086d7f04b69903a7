import type { Canvas, Color } from './canvas.ts';
import type { Chance } from './chance.ts';
import { disc, rectangle, ring, within } from './shapes.ts';

/** Paints a line from the left edge to a dot near the right one, straight through tiles and in arcs between rows. */
export function paintLine(canvas: Canvas, tile: number, color: Color, chance: Chance): void {
  const rows = canvas.height / tile;
  const columns = canvas.width / tile;
  const width = tile / 18;
  const half = tile / 2;
  // The last row starts with the word DEMO.
  let row = Math.floor(chance.next() * (rows - 1));
  for (let column = 0; column < columns; column++) {
    const left = column * tile;
    const middle = row * tile + half;
    if (column === columns - 1) {
      canvas.paint(rectangle(left, middle - width / 2, half, width), color);
      return canvas.paint(disc(left + half, middle, width * 1.9), color);
    }
    const target = Math.max(0, Math.min(rows - 1, row + chance.pick([-1, 0, 1, 1])));
    if (target === row) {
      canvas.paint(rectangle(left, middle - width / 2, tile, width), color);
      continue;
    }
    const way = target - row;
    const edge = middle + way * half;
    // Each arc is a quarter of its ring: up to the row's edge, on one side of the tile's center.
    const [upper, lower] = way > 0 ? [edge - tile, edge] : [edge, edge - tile];
    canvas.paint(within(rectangle(left, upper, tile, tile), ring(left, edge, half, width)), color);
    canvas.paint(within(rectangle(left, lower, tile, tile), ring(left + tile, edge, half, width)), color);
    row = target;
  }
}
