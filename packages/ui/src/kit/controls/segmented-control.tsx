import type { IconNode } from '../icons/icons.ts';
import { Icon } from '../icons/icon.tsx';

const SEGMENT = [
  'relative inline-flex h-8 items-center gap-1.5 rounded-[6px] px-3 text-sm font-medium text-muted hover:text-ink max-md:h-11',
  'has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--color-edge)]',
  'focus-ring-within',
].join(' ');

interface SegmentedControlProps<Value extends string | number> {
  /** Names the group for screen readers. */
  label: string;
  options: readonly { value: Value; label: string; icon?: IconNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of one value from a few, side by side. */
export function SegmentedControl<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full flex-wrap rounded-sm border border-hairline bg-sunken p-0.5"
    >
      {options.map((option) => (
        <label key={option.value} className={SEGMENT}>
          <input
            type="radio"
            name={label}
            className="sr-only"
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon icon={option.icon} size="sm" />}
          {option.label}
        </label>
      ))}
    </div>
  );
}
