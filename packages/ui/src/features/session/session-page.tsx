import { useCallback, useEffect } from 'react';
import { Wordmark } from '../../kit/wordmark.tsx';
import { useClient } from '../../stores/client.ts';
import { takeWayBack } from './apple-way-back.ts';
import { AppleCallbackPage } from './apple-callback-page.tsx';
import type { AuthMode } from './auth-forms.tsx';
import { DesktopSignInPage } from './desktop-sign-in-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { VerifyEmailPage } from './verify-email-page.tsx';

export type SessionPageId = 'apple' | 'verify' | 'reset' | 'desktop';

const TITLES: Record<SessionPageId, string> = {
  apple: 'Completing Sign-In',
  verify: 'Confirm your email',
  reset: 'Choose a new password',
  desktop: 'Sign in to the desktop app',
};

interface SessionPageProps {
  page: SessionPageId;
  onAuthenticate: (mode: AuthMode) => void;
  /** Goes to this address of the product, or else to its start, with a load of its own. */
  onLeave: (address?: string) => void;
}

/** Where people come back to from Apple and from a mail, whoever is signed in. */
export function SessionPage({ page, ...ways }: SessionPageProps) {
  const { productName } = useClient().platform.settings;
  useEffect(() => {
    document.title = `${TITLES[page]} · ${productName}`;
  }, [page, productName]);
  return (
    <>
      <header className="absolute px-6 py-5">
        <a href="/" aria-label={`${productName}, home`} className="block rounded-xs">
          <Wordmark productName={productName} />
        </a>
      </header>
      <Page page={page} {...ways} />
    </>
  );
}

function Page({ page, onAuthenticate, onLeave }: SessionPageProps) {
  const leave = useCallback(() => onLeave(), [onLeave]);
  const leaveApple = useCallback(() => onLeave(takeWayBack() ?? undefined), [onLeave]);
  switch (page) {
    case 'apple':
      return <AppleCallbackPage onLeave={leaveApple} />;
    case 'verify':
      return <VerifyEmailPage onLeave={leave} />;
    case 'reset':
      return <ResetPasswordPage onAuthenticate={onAuthenticate} onLeave={leave} />;
    case 'desktop':
      return <DesktopSignInPage onLeave={leave} />;
  }
}
