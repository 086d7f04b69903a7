import { t } from '@parley/core';
import { ScrollDownIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import type { Place } from './follow-scroller.ts';

/** Button above the composer that scrolls to the end of the thread and says what is there. */
export function BelowButton({ notice, onClick }: { notice: Place['notice']; onClick: () => void }) {
  if (notice === null) return null;
  const text = notice === 'button' ? null : notice;
  return (
    <button
      type="button"
      aria-label={text ?? t`Scroll to bottom`}
      onClick={onClick}
      className={`absolute bottom-[calc(100%+12px)] left-1/2 z-1 inline-flex h-9 -translate-x-1/2 animate-rise items-center justify-center gap-1.5 rounded-full bg-raised text-sm font-medium whitespace-nowrap shadow-float hover:bg-hover max-md:text-xs ${text ? 'pe-3.5 ps-2.5 max-md:pe-3 max-md:ps-2' : 'w-9'}`}
    >
      <Icon icon={ScrollDownIcon} size="sm" className="text-accent-text" />
      {text}
    </button>
  );
}
