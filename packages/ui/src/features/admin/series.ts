import type { FiguresDay } from '@parley/core';

/** One daily count with its name and the color it has in every chart. */
export interface Series {
  key: Exclude<keyof FiguresDay, 'date'>;
  label: string;
  tone: 'line' | 'danger';
}
