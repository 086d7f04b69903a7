import { parseDesktopSignIn, t } from '@parley/core';
import { useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { SignInToContinue } from '../sign-in/sign-in-to-continue.tsx';
import { AuthorizeDesktopApp } from './authorize-desktop-app.tsx';
import { SessionNotice } from '../session-notice.tsx';
import { WorkingPage } from '../working-page.tsx';

/** The page that the desktop app opens in the browser: the user signs in here and authorizes the app. */
export function DesktopSignInPage({ onLeave }: { onLeave: () => void }) {
  const { session, platform } = useClient();
  const { productName } = platform.settings;
  const { status, problem } = useSession((state) => state);
  const [request] = useState(() => parseDesktopSignIn(location.search));

  if (!request) {
    return (
      <SessionNotice
        title={t`No sign-in request found`}
        role="alert"
        text={t`This page signs in the desktop app. Open ${productName} on your computer and choose “Continue in your browser”.`}
      >
        <Button onClick={onLeave}>{t`Continue to ${productName}`}</Button>
      </SessionNotice>
    );
  }
  switch (status) {
    case 'loading':
      return <WorkingPage title={TITLE}>{t`One moment, please.`}</WorkingPage>;
    case 'unreachable':
      return (
        <SessionNotice title={TITLE} role="alert" text={problem ?? ''}>
          <Button onClick={() => void session.getState().start()}>{t`Try again`}</Button>
        </SessionNotice>
      );
    case 'signed-in':
      return <AuthorizeDesktopApp request={request} onLeave={onLeave} />;
    case 'signed-out':
      return (
        <SignInToContinue
          title={TITLE}
          reason={t`${productName} on your computer sent you here. Sign in to continue.`}
        />
      );
  }
}

const TITLE = t`Sign in to the desktop app`;
