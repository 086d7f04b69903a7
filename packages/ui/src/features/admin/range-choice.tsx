export const RANGES = [7, 30, 90] as const;

export type Range = (typeof RANGES)[number];

interface RangeChoiceProps {
  days: Range;
  onChange: (days: Range) => void;
}

/** Of how many days the figures are. */
export function RangeChoice({ days, onChange }: RangeChoiceProps) {
  return (
    <div
      role="radiogroup"
      aria-label="Range"
      className="inline-flex rounded-sm bg-sunken p-0.5 shadow-[inset_0_0_0_1px_var(--border)]"
    >
      {RANGES.map((range) => (
        <label
          key={range}
          className="inline-flex h-8 items-center rounded-[6px] px-3 text-sm font-medium text-muted hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--border-strong)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-md:h-10"
        >
          <input
            type="radio"
            name="range"
            className="sr-only"
            checked={days === range}
            onChange={() => onChange(range)}
          />
          {range} days
        </label>
      ))}
    </div>
  );
}
