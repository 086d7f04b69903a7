import type { PageId } from '@parley/core';
import { useCallback } from 'react';
import { Wordmark } from '../../kit/icons/wordmark.tsx';
import { useClient } from '../../stores/client.ts';
import { takeAppleReturnPath } from './apple/apple-return-path.ts';
import { AppleCallbackPage } from './apple/apple-callback-page.tsx';
import type { AuthMode } from './sign-in/auth-forms.tsx';
import { DesktopSignInPage } from './desktop/desktop-sign-in-page.tsx';
import { ResetPasswordPage } from './mailed-links/reset-password-page.tsx';
import { VerifyEmailPage } from './mailed-links/verify-email-page.tsx';

interface SessionPageProps {
  page: PageId<'session'>;
  onAuthenticate: (mode: AuthMode) => void;
  /** Loads this path of the product; the start page by default. */
  onLeave: (address?: string) => void;
}

/** The pages that Apple, mails and the desktop app link to. They are the same for visitors and signed-in users. */
export function SessionPage({ page, ...ways }: SessionPageProps) {
  const { productName } = useClient().platform.settings;
  return (
    <>
      <header className="absolute max-w-full px-6 py-5">
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
  const leaveApple = useCallback(() => onLeave(takeAppleReturnPath() ?? undefined), [onLeave]);
  switch (page) {
    case 'apple':
      return <AppleCallbackPage onLeave={leaveApple} />;
    case 'verify':
      return <VerifyEmailPage onAuthenticate={onAuthenticate} onLeave={leave} />;
    case 'reset':
      return <ResetPasswordPage onAuthenticate={onAuthenticate} onLeave={leave} />;
    case 'desktop':
      return <DesktopSignInPage onLeave={leave} />;
  }
}
