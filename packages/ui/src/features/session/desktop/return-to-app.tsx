import { rich } from '../../../kit/text/rich.tsx';
import { t } from '@parley/core';
import { useEffect, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { useClient } from '../../../stores/client.ts';
import { SessionNotice } from '../session-notice.tsx';

interface ReturnToAppProps {
  link: string;
  /** Seconds. */
  expiresIn: number;
  who: string;
  onAgain: () => void;
}

/** Link back to the app while it is valid, for browsers that do not open the app by themselves. */
export function ReturnToApp({ link, expiresIn, who, onAgain }: ReturnToAppProps) {
  const { productName } = useClient().platform.settings;
  const [expired, setExpired] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(link), expiresIn * 1000);
    return () => clearTimeout(timer);
  }, [link, expiresIn]);

  if (expired === link) {
    return (
      <SessionNotice
        title={t`Is the app signed in?`}
        text={t`If it is, you can close this page. If it isn’t, try again: the link to the app has expired.`}
      >
        <Button onClick={onAgain}>{t`Try again`}</Button>
      </SessionNotice>
    );
  }
  return (
    <SessionNotice
      title={t`Back to the app`}
      text={
        <>
          {rich`${productName} is signing in as ${(<strong className="font-medium wrap-anywhere text-ink">{who}</strong>)}. If your browser asks, let it open the app; if nothing happens, press the button. Then you can close this page.`}
        </>
      }
    >
      <a
        href={link}
        className="inline-flex h-10 items-center rounded-sm bg-accent px-4 text-ui font-medium text-accent-contrast transition-colors hover:bg-accent-hover active:bg-accent-active"
      >
        {t`Open ${productName}`}
      </a>
    </SessionNotice>
  );
}
