import { t } from '@parley/core';

const COLORS = {
  green: 'bg-success-soft text-success',
  blue: 'bg-info-soft text-info',
  yellow: 'bg-warning-soft text-warning',
  red: 'bg-danger-soft text-danger',
  gray: 'bg-hover text-muted',
} as const;

const LOOKS = new Map<string | null, [label: string, color: keyof typeof COLORS]>([
  ['active', [t`Active`, 'green']],
  ['trialing', [t`Trial`, 'blue']],
  ['past_due', [t`Past Due`, 'yellow']],
  ['canceled', [t`Canceled`, 'red']],
  ['unpaid', [t`Unpaid`, 'gray']],
  ['incomplete', [t`Incomplete`, 'gray']],
  ['incomplete_expired', [t`Expired`, 'gray']],
  [null, [t`Inactive`, 'gray']],
]);

/** A subscription's status as a word with a color; null if there never was a subscription. */
export function StatusPill({ status }: { status: string | null }) {
  const [label, color] = LOOKS.get(status) ?? [t`Unknown`, 'gray'];
  return (
    <span
      className={`inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-full pe-2.5 ps-2 text-sm font-medium ${COLORS[color]}`}
    >
      <span className="size-1.5 rounded-full bg-current" />
      {label}
    </span>
  );
}
