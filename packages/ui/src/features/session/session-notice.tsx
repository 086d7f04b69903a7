import type { ReactNode } from 'react';
import { PlainPage } from '../../kit/layout/plain-page.tsx';

interface SessionNoticeProps {
  title: string;
  /** `alert` for what went wrong. */
  role?: 'status' | 'alert';
  text: ReactNode;
  /** What can be done now. */
  children?: ReactNode;
}

/** How it went, in a sentence, with the way on. */
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
