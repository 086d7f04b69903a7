import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { PlainPage } from '../kit/plain-page.tsx';

interface ProblemPageProps {
  title: string;
  children: ReactNode;
  action: string;
  onAction: () => void;
}

/** A page that has nothing to show but why, and one way on. */
export function ProblemPage({ title, children, action, onAction }: ProblemPageProps) {
  return (
    <PlainPage title={title}>
      <p className="mt-3 mb-8 text-body leading-[1.625rem] text-muted">{children}</p>
      <Button onClick={onAction}>{action}</Button>
    </PlainPage>
  );
}
