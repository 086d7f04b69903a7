import type { ReactNode } from 'react';

/** A group of settings; its children are rows. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="pb-1 text-sm font-medium text-subtle">{title}</h3>
      <div className="border-t border-hairline">{children}</div>
    </section>
  );
}
