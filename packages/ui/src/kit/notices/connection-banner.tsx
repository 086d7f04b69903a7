import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';

interface ConnectionBannerProps {
  reach: 'reached' | 'offline' | 'unreachable';
  /** What that means for who reads this page. */
  children?: ReactNode;
}

/** Says that there is no way to the server, as long as that is so. */
export function ConnectionBanner({ reach, children }: ConnectionBannerProps) {
  if (reach === 'reached') return null;
  return (
    <Banner icon={WifiOff}>
      <span className="text-balance">
        {reach === 'offline' ? 'You are offline.' : 'The server does not answer.'} {children}
      </span>
    </Banner>
  );
}
