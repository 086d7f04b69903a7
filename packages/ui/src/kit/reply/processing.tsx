import { t } from '@parley/core';
import { Pulse } from '../text/caret.tsx';

/** Placeholder for a reply until it has text. */
export function Processing() {
  return (
    <p className="-ms-1.5 flex h-7 items-center gap-1.5 ps-1 text-ui text-muted">
      <span className="grid size-4 place-items-center">
        <Pulse />
      </span>
      {t`Processing...`}
    </p>
  );
}
