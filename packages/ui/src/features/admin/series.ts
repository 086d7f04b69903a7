import type { FiguresDay } from '@parley/core';

/** One daily count with its name and the color it has in every chart. */
export interface Series {
  key: Exclude<keyof FiguresDay, 'date'>;
  label: string;
  tone: keyof typeof TONES;
}

/** Classes of a color: as a bar in SVG and as a swatch in a legend. */
export const TONES = {
  line: { bar: 'fill-line', swatch: 'bg-line' },
  danger: { bar: 'fill-danger', swatch: 'bg-danger' },
} as const;
