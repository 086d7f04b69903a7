import type { ReactNode } from 'react';

interface RowProps {
  label: string;
  /** The current state or last result, below the label. */
  note?: ReactNode;
  /** The value, or the control that changes it. */
  children?: ReactNode;
}

/** One setting. */
export function Row({ label, note, children }: RowProps) {
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-hairline py-2 not-first:border-t">
      <div className="min-w-0 flex-1 basis-24">
        <p>{label}</p>
        {note !== undefined && <div className="mt-0.5 text-sm text-muted">{note}</div>}
      </div>
      <div className="max-w-full text-end text-muted">{children}</div>
    </div>
  );
}
