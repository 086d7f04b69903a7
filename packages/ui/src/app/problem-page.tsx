import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';

interface ProblemPageProps {
  title: string;
  children: ReactNode;
  action: string;
  onAction: () => void;
}

/** A page that has nothing to show but why, and one way on. */
export function ProblemPage({ title, children, action, onAction }: ProblemPageProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-120 flex-col items-start justify-center px-6 pb-[12vh]">
      <h1 className="text-[2rem]/9 font-strong tracking-display text-balance md:text-3xl">{title}</h1>
      <p className="mt-3 mb-8 text-body leading-[1.625rem] text-muted">{children}</p>
      <Button onClick={onAction}>{action}</Button>
    </main>
  );
}
