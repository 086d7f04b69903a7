import { t } from '@parley/core';
import type { ReactNode } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';

/** Result of a form, shown in its place. */
export function Done({ children, onBack }: { children: ReactNode; onBack: () => void }) {
  return (
    <>
      <p role="status" className="mt-4 text-muted">
        {children}
      </p>
      <p className="mt-6 flex justify-end">
        <Button ref={focusOnMount} onClick={onBack}>{t`Done`}</Button>
      </p>
    </>
  );
}
