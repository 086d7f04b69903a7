import type { Chance } from './chance.ts';
import type { DrawingSize } from './drawing-size.ts';

/** A line from the left edge to a dot near the right one, straight through tiles and in arcs between rows, as SVG. */
export function lineAcross({ width, height }: DrawingSize, tile: number, color: string, chance: Chance): string {
  const rows = height / tile;
  const columns = width / tile;
  const thickness = tile / 18;
  const half = tile / 2;
  // The last row starts with the word DEMO.
  let row = Math.floor(chance.next() * (rows - 1));
  let path = `M0 ${row * tile + half}`;
  for (let column = 0; column < columns - 1; column++) {
    const target = Math.max(0, Math.min(rows - 1, row + chance.pick([-1, 0, 1, 1])));
    path += target === row ? `h${tile}` : arcs(half, target > row);
    row = target;
  }
  return (
    `<path d="${path}h${half}" fill="none" stroke="${color}" stroke-width="${thickness}"/>` +
    `<circle cx="${width - half}" cy="${row * tile + half}" r="${thickness * 1.9}" fill="${color}"/>`
  );
}

/** Two quarters of circles through a tile, to the next row below or above. */
function arcs(half: number, isDown: boolean): string {
  const quarter = (sweep: boolean) => `a${half} ${half} 0 0 ${sweep ? 1 : 0} ${half} ${isDown ? half : -half}`;
  return quarter(isDown) + quarter(!isDown);
}
