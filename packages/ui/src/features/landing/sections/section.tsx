import type { ReactNode } from 'react';

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** A section of the landing page: its title at the left, its content in a wide column beside it. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      className="border-t border-hairline py-16 outline-none md:py-24"
      aria-labelledby={`${id}-title`}
    >
      <div className="mx-auto grid w-full max-w-300 gap-8 px-5 md:px-8 md:max-lg:gap-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-16">
        <h2 id={`${id}-title`} className="text-[2rem]/9 font-strong tracking-display text-balance md:text-3xl">
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}
