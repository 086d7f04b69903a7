import type { ReactNode } from 'react';
import type { IconNode } from '../icons/icons.ts';
import { Icon } from '../icons/icon.tsx';

/** A bar across the page, shown as long as its message is true. */
export function Banner({ icon, children }: { icon: IconNode; children: ReactNode }) {
  return (
    <p
      role="status"
      className="flex min-h-9 shrink-0 items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning"
    >
      <Icon icon={icon} size="sm" />
      {children}
    </p>
  );
}
