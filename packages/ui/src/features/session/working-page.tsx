import { Pulse } from '../../kit/text/caret.tsx';
import { PlainPage } from '../../kit/layout/plain-page.tsx';

/** Page shown while a request runs. */
export function WorkingPage({ title, children }: { title: string; children: string }) {
  return (
    <PlainPage title={title}>
      <p role="status" className="mt-3 flex items-center gap-2.5 text-body leading-[1.625rem] text-muted">
        <Pulse />
        {children}
      </p>
    </PlainPage>
  );
}
