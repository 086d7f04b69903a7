import { useEffect } from 'react';
import { Wordmark } from '../../kit/wordmark.tsx';
import { useClient } from '../../stores/client.ts';
import { AppleCallbackPage } from './apple-callback-page.tsx';
import type { AuthMode } from './auth-dialog.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { VerifyEmailPage } from './verify-email-page.tsx';

export type SessionPageId = 'apple' | 'verify' | 'reset';

const TITLES: Record<SessionPageId, string> = {
  apple: 'Completing Sign-In',
  verify: 'Confirm your email',
  reset: 'Choose a new password',
};

interface SessionPageProps {
  page: SessionPageId;
  onAuthenticate: (mode: AuthMode) => void;
  /** Goes to the start of the product, with a load of its own. */
  onLeave: () => void;
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
  switch (page) {
    case 'apple':
      return <AppleCallbackPage onLeave={onLeave} />;
    case 'verify':
      return <VerifyEmailPage onLeave={onLeave} />;
    case 'reset':
      return <ResetPasswordPage onAuthenticate={onAuthenticate} onLeave={onLeave} />;
  }
}
