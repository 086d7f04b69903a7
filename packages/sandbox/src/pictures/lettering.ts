import type { DrawingSize } from './drawing-size.ts';

/** Strokes of the letters in a box of height 1; x and y start at its upper left corner. */
const LETTERS = [
  { width: 0.68, path: 'M0 0V1H.22A.46 .5 0 0 0 .22 0Z' },
  { width: 0.52, path: 'M.52 0H0V1H.52M0 .5H.46' },
  { width: 0.84, path: 'M0 1V0L.42 .66L.84 0V1' },
  { width: 0.88, path: 'M0 .5A.44 .5 0 0 1 .88 .5A.44 .5 0 0 1 0 .5Z' },
];

const SPACE = 0.36;
const PLATE = '#fdfcfa';
const INK = '#1e1c19';

/** The word DEMO on a plate in the lower left corner, as SVG. */
export function letterDemo(size: DrawingSize): string {
  const height = Math.round(Math.min(size.width, size.height) / 20);
  const inset = Math.round(height * 0.9);
  const plateHeight = height + 2 * inset;
  let left = 0;
  const letters = LETTERS.map(({ width, path }) => {
    const letter = `<path transform="translate(${left} 0)" d="${path}"/>`;
    left += width + SPACE;
    return letter;
  });
  const plateWidth = Math.round((left - SPACE) * height) + 2 * inset;
  return (
    `<g transform="translate(0 ${size.height - plateHeight})">` +
    `<rect width="${plateWidth}" height="${plateHeight}" fill="${PLATE}"/>` +
    `<g transform="translate(${inset} ${inset}) scale(${height})" fill="none" stroke="${INK}" stroke-width="${1 / 6}" ` +
    `stroke-linecap="round" stroke-linejoin="round">${letters.join('')}</g></g>`
  );
}
