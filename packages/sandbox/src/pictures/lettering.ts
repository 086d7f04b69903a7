import type { Canvas } from './canvas.ts';
import { color } from './canvas.ts';
import { rectangle, stroke } from './shapes.ts';

type Points = [number, number][];

/** Strokes of the letters in a box of height 1; x and y start at its upper left corner. */
const LETTERS: { width: number; lines: Points[] }[] = [
  { width: 0.68, lines: [[[0, 0], [0, 1], ...curve(0.22, 0.5, 0.46, 0.5, 90, -90), [0, 0]]] },
  {
    width: 0.52,
    lines: [
      [
        [0.52, 0],
        [0, 0],
        [0, 1],
        [0.52, 1],
      ],
      [
        [0, 0.5],
        [0.46, 0.5],
      ],
    ],
  },
  {
    width: 0.84,
    lines: [
      [
        [0, 1],
        [0, 0],
        [0.42, 0.66],
        [0.84, 0],
        [0.84, 1],
      ],
    ],
  },
  { width: 0.88, lines: [curve(0.44, 0.5, 0.44, 0.5, 0, 360)] },
];

const SPACE = 0.36;
const PLATE = color('#fdfcfa');
const INK = color('#1e1c19');

/** Paints the word DEMO on a plate in the lower left corner. */
export function letterDemo(canvas: Canvas): void {
  const height = Math.round(Math.min(canvas.width, canvas.height) / 20);
  const inset = Math.round(height * 0.9);
  const widths = LETTERS.reduce((sum, { width }) => sum + width + SPACE, -SPACE) * height;
  const plateTop = canvas.height - height - 2 * inset;
  canvas.paint(rectangle(0, plateTop, Math.round(widths) + 2 * inset, height + 2 * inset), PLATE);
  let left = inset;
  for (const { width, lines } of LETTERS) {
    for (const line of lines) {
      const points = line.map(([x, y]) => [left + x * height, plateTop + inset + y * height] as const);
      canvas.paint(stroke(points, height / 6), INK);
    }
    left += (width + SPACE) * height;
  }
}

/** Points on an ellipse, from one angle to another, in degrees. */
function curve(x: number, y: number, radiusX: number, radiusY: number, from: number, to: number): Points {
  const steps = 24;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [x + radiusX * Math.cos(angle), y + radiusY * Math.sin(angle)];
  });
}
