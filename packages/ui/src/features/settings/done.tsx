import { Button } from '../../kit/button.tsx';
import { focusAtOnce } from '../../kit/focus-at-once.ts';

/** What has come of a form, in its place. */
export function Done({ children, onBack }: { children: string; onBack: () => void }) {
  return (
    <>
      <p role="status" className="mt-4 text-muted">
        {children}
      </p>
      <p className="mt-6 flex justify-end">
        <Button ref={focusAtOnce} onClick={onBack}>
          Done
        </Button>
      </p>
    </>
  );
}
