import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  children: ReactNode;
}

export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 lg:first:col-span-full">
      <h2 id={id} className="mb-2 text-[1.0625rem]/6 font-strong">
        {title}
      </h2>
      {children}
    </section>
  );
}
