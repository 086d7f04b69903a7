import { t } from '@parley/core';
import { useBilling } from '../../../stores/billing/use-billing.ts';

/** Opens the billing portal in a new tab. A button, not an anchor, because the URL is created on press. */
export function ManageLink() {
  const manage = useBilling((billing) => billing.manage);
  const isOpening = useBilling((billing) => billing.isOpeningPortal);
  return (
    <button
      type="button"
      role="link"
      aria-disabled={isOpening}
      onClick={() => void manage()}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-xs font-medium text-accent-text underline-offset-3 hover:underline aria-disabled:text-disabled max-md:min-h-10"
    >
      {t`Manage`}
      <LeavesSign />
      <span className="sr-only">{t`(opens in a new tab)`}</span>
    </button>
  );
}

/** Inline, since the shared icons are in a chunk that every page loads. */
function LeavesSign() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="14"
      height="14"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6" />
    </svg>
  );
}
