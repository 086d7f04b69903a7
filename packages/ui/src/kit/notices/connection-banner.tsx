import { t } from '@parley/core';
import type { ReactNode } from 'react';
import { OfflineIcon } from '../icons/icons.ts';
import { Banner } from './banner.tsx';

interface ConnectionBannerProps {
  reach: 'reached' | 'offline' | 'unreachable';
  /** What it means for the reader of this page. */
  children?: ReactNode;
}

/** Banner shown while the server is unreachable. */
export function ConnectionBanner({ reach, children }: ConnectionBannerProps) {
  if (reach === 'reached') return null;
  return (
    <Banner icon={OfflineIcon}>
      <span className="text-balance">
        {reach === 'offline' ? t`You’re offline.` : t`Can’t reach the server.`} {children}
      </span>
    </Banner>
  );
}
