import type { FiguresDay } from '@parley/core';

/** A count of each day. Costs count in cents, by whether the provider counted them or the server estimated them. */
export type DailyKey = Exclude<keyof FiguresDay, 'date'> | 'counted' | 'estimated' | 'flagged' | 'unchecked';
export type Day<Key extends DailyKey> = Record<Key, number> & { date: string };

/** One daily count with its name and the color it has in every chart. */
export interface Series<Key extends DailyKey = Exclude<keyof FiguresDay, 'date'>> {
  key: Key;
  label: string;
  tone: keyof typeof TONES;
}

/** A daily count that is also shown as a sum. */
export interface SummedSeries<Key extends DailyKey = Exclude<keyof FiguresDay, 'date'>> extends Series<Key> {
  /** The count with what it counts: `12 messages`. */
  words: (count: number) => string;
}

/** Classes of a color: as a bar in SVG and as a swatch in a legend. */
export const TONES = {
  line: { bar: 'fill-line', swatch: 'bg-line' },
  estimate: { bar: 'fill-accent-soft stroke-line', swatch: 'border border-line bg-accent-soft' },
  danger: { bar: 'fill-danger', swatch: 'bg-danger' },
} as const;
