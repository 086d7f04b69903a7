import { ExternalLink } from 'lucide-react';
import { Icon } from '../../kit/icon.tsx';
import { useBilling } from '../../stores/billing.ts';

/** Leads to what is paid for, in a new tab. Its address is made when it is pressed, so it cannot be an anchor. */
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
      Manage
      <Icon icon={ExternalLink} size="xs" />
      <span className="sr-only">(opens in a new tab)</span>
    </button>
  );
}
