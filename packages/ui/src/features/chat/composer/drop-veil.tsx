import { t } from '@parley/core';
import { AttachIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';

/** Covers the chat while files are dragged over it. */
export function DropVeil() {
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-2 z-6 grid animate-appear place-items-center rounded-lg border-[1.5px] border-accent bg-accent-soft/90"
    >
      <p className="flex items-center gap-2 text-body font-medium text-accent-text">
        <Icon icon={AttachIcon} />
        {t`Drop files to attach them`}
      </p>
    </div>
  );
}
