import type { FiguresDay } from '@parley/core';

/** What is counted by the day, its name, and the colour it has everywhere. */
export interface Series {
  key: Exclude<keyof FiguresDay, 'date'>;
  label: string;
  tone: 'line' | 'danger';
}
