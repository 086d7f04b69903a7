import { plural, t } from '@parley/core';
import { SegmentedControl } from '../../kit/controls/segmented-control.tsx';

export const RANGES = [7, 30, 90] as const;

export type Range = (typeof RANGES)[number];

const OPTIONS = RANGES.map((value) => ({ value, label: plural(value)`${value} day|${value} days` }));

interface RangeChoiceProps {
  days: Range;
  onChange: (days: Range) => void;
}

/** Selects the number of days that the figures cover. */
export function RangeChoice({ days, onChange }: RangeChoiceProps) {
  return <SegmentedControl label={t`Range`} options={OPTIONS} value={days} onChange={onChange} />;
}
