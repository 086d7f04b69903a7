import type { ReactNode } from 'react';
import { PlainPage } from '../../kit/layout/plain-page.tsx';

interface SessionNoticeProps {
  title: string;
  /** `alert` for errors. */
  role?: 'status' | 'alert';
  text: ReactNode;
  /** Actions. */
  children?: ReactNode;
}

/** The outcome in a sentence, with the next actions. */
export function SessionNotice({ title, role = 'status', text, children }: SessionNoticeProps) {
  return (
    <PlainPage title={title}>
      <p role={role} className="mt-3 text-body leading-[1.625rem] text-pretty text-muted">
        {text}
      </p>
      {children !== undefined && <div className="mt-8 flex flex-wrap gap-2">{children}</div>}
    </PlainPage>
  );
}
