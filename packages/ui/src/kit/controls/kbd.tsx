import type { ReactNode } from 'react';

/** A key cap. */
export function Kbd({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      dir="ltr"
      className={`inline-block min-w-5 shrink-0 rounded-xs border border-edge px-1.25 text-center font-sans text-[0.6875rem]/4.5 font-medium text-subtle ${className}`}
    >
      {children}
    </kbd>
  );
}
