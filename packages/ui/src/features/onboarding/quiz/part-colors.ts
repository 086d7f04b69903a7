import type { ProductivityScore } from '@parley/core';

export type ScorePart = Exclude<keyof ProductivityScore, 'total'>;

/** Set `--part`, the color of a part of the score, in the chart and in the list. */
export const PART_COLORS: Record<ScorePart, string> = {
  base: '[--part:var(--color-control)]',
  goals: '[--part:var(--color-accent)]',
  quiz: '[--part:color-mix(in_srgb,var(--color-accent)_72%,var(--color-raised))]',
  bonus: '[--part:color-mix(in_srgb,var(--color-accent)_48%,var(--color-raised))]',
};
