interface ProgressBarProps {
  /** Accessible name. */
  label: string;
  min: number;
  max: number;
  value: number;
  /** Read by screen readers in place of the number. */
  text?: string;
  className?: string;
}

/** A bar that is filled up to `value` of `max`. */
export function ProgressBar({ label, min, max, value, text, className = '' }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      className={`flex-none bg-hairline ${className}`}
    >
      <i
        className="block h-full bg-line transition-[width] duration-(--slow)"
        style={{ width: `${(value / max) * 100}%` }}
      />
    </div>
  );
}
