import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
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
    <Banner icon={WifiOff}>
      <span className="text-balance">
        {reach === 'offline' ? 'You’re offline.' : 'Can’t reach the server.'} {children}
      </span>
    </Banner>
  );
}
