import type { ReactNode } from 'react';

/** A page with one message and few actions. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-120 flex-col items-start justify-center px-6 pb-[12vh]">
      <h1 className="text-[2rem]/9 font-strong tracking-display text-balance md:text-3xl">{title}</h1>
      {children}
    </main>
  );
}
