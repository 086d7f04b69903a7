import { useId, type ReactNode } from 'react';
import { keepFocus } from '../../kit/overlays/keep-focus.ts';

interface SectionProps {
  title: string;
  children: ReactNode;
}

/** A part of the dashboard. It has the focus while the control that had it is disabled, or when that is gone. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section ref={keepFocus} tabIndex={-1} aria-labelledby={id} className="min-w-0 outline-none lg:first:col-span-full">
      <h2 id={id} className="mb-2 text-[1.0625rem]/6 font-strong">
        {title}
      </h2>
      {children}
    </section>
  );
}
