import { t } from '@parley/core';
import { CloseIcon } from '../../kit/icons/icons.ts';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Wordmark } from '../../kit/icons/wordmark.tsx';
import { useClient } from '../../stores/client.ts';

/** Header of a billing page, with a close button. */
export function BillingHeader({ onClose }: { onClose: () => void }) {
  const { productName } = useClient().platform.settings;
  return (
    <header className="mx-auto flex h-16 w-full max-w-300 shrink-0 items-center justify-between px-5 md:h-18 md:px-8">
      <a href="/" aria-label={t`${productName}, home`} className="min-w-0 rounded-xs">
        <Wordmark productName={productName} />
      </a>
      <IconButton label={t`Close`} icon={CloseIcon} size="size-10" onClick={onClose} />
    </header>
  );
}
