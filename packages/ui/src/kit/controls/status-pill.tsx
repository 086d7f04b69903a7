const COLORS = {
  green: 'bg-success-soft text-success',
  blue: 'bg-info-soft text-info',
  yellow: 'bg-warning-soft text-warning',
  red: 'bg-danger-soft text-danger',
  gray: 'bg-hover text-muted',
} as const;

const LOOKS = new Map<string | null, [label: string, color: keyof typeof COLORS]>([
  ['active', ['Active', 'green']],
  ['trialing', ['Trial', 'blue']],
  ['past_due', ['Past Due', 'yellow']],
  ['canceled', ['Canceled', 'red']],
  ['unpaid', ['Unpaid', 'gray']],
  ['incomplete', ['Incomplete', 'gray']],
  ['incomplete_expired', ['Expired', 'gray']],
  [null, ['Inactive', 'gray']],
]);

/** A subscription's status as a word with a color; null if there never was a subscription. */
export function StatusPill({ status }: { status: string | null }) {
  const [label, color] = LOOKS.get(status) ?? ['Unknown', 'gray'];
  return (
    <span
      className={`inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-full pr-2.5 pl-2 text-sm font-medium ${COLORS[color]}`}
    >
      <span className="size-1.5 rounded-full bg-current" />
      {label}
    </span>
  );
}
