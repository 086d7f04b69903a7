import { readSignInState, type PageId, t } from '@parley/core';
import { useCallback, useState } from 'react';
import { Wordmark } from '../../kit/icons/wordmark.tsx';
import { useClient } from '../../stores/client.ts';
import { AppleCallbackPage } from './apple/apple-callback-page.tsx';
import { ProviderCallbackPage } from './providers/provider-callback-page.tsx';
import type { AuthMode } from './sign-in/auth-forms.tsx';
import { ContinuePage } from './shared/continue-page.tsx';
import { DesktopSignInPage } from './desktop/desktop-sign-in-page.tsx';
import { ResetPasswordPage } from './mailed-links/reset-password-page.tsx';
import { VerifyEmailPage } from './mailed-links/verify-email-page.tsx';
import { takeReturnPath } from './take-return-path.ts';

interface SessionPageProps {
  page: PageId<'session'>;
  onAuthenticate: (mode: AuthMode) => void;
  /** Loads this path of the product; the start page by default. */
  onLeave: (address?: string) => void;
}

/**
 * The pages that sign-in providers, mails, shared pages and the desktop app link to. They are the same for visitors and
 * signed-in users.
 */
export function SessionPage({ page, ...ways }: SessionPageProps) {
  const { productName } = useClient().platform.settings;
  return (
    <>
      <header className="absolute max-w-full px-6 py-5">
        <a href="/" aria-label={t`${productName}, home`} className="block rounded-xs">
          <Wordmark productName={productName} />
        </a>
      </header>
      <Page page={page} {...ways} />
    </>
  );
}

function Page({ page, onAuthenticate, onLeave }: SessionPageProps) {
  const leave = useCallback(() => onLeave(), [onLeave]);
  const leaveProvider = useCallback(() => onLeave(takeReturnPath() ?? undefined), [onLeave]);
  const [isLink] = useState(() => readSignInState(new URLSearchParams(location.search).get('state') ?? '')?.isLink);
  const signIn = useCallback(() => onAuthenticate('login'), [onAuthenticate]);
  switch (page) {
    case 'apple':
      if (isLink) return <ProviderCallbackPage onSignIn={signIn} onLeave={leaveProvider} />;
      return <AppleCallbackPage onLeave={leaveProvider} />;
    case 'provider':
      return <ProviderCallbackPage onSignIn={signIn} onLeave={leaveProvider} />;
    case 'verify':
      return <VerifyEmailPage onAuthenticate={onAuthenticate} onLeave={leave} />;
    case 'reset':
      return <ResetPasswordPage onAuthenticate={onAuthenticate} onLeave={leave} />;
    case 'continue':
      return <ContinuePage onLeave={onLeave} />;
    case 'desktop':
      return <DesktopSignInPage onLeave={leave} />;
  }
}
