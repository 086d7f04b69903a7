import { t } from '@parley/core';
import { useState } from 'react';
import { RetryIcon } from '../kit/icons/icons.ts';
import { Button } from '../kit/controls/button.tsx';
import { FloatingToast } from '../kit/overlays/floating-toast.tsx';
import { useClient } from '../stores/client.ts';

/**
 * Toast that says that the client and its server are of different versions. A reload brings the server's own client.
 */
export function IncompatibleNotice() {
  const { kind, settings } = useClient().platform;
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <FloatingToast icon={RetryIcon} iconClassName="text-muted" onClose={() => setShown(false)}>
      {kind === 'desktop'
        ? t`This version of the app doesn’t work with its server. Please update the app.`
        : t`${settings.productName} was updated. Reload to continue.`}
      {kind === 'web' && (
        <Button variant="secondary" size="sm" className="ms-3" onClick={() => location.reload()}>{t`Reload`}</Button>
      )}
    </FloatingToast>
  );
}
