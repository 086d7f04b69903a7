import { parseDesktopSignIn, t } from '@parley/core';
import { useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { PlainPage } from '../../../kit/layout/plain-page.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { AuthForms, type AuthMode } from '../sign-in/auth-forms.tsx';
import { AuthorizeDesktopApp } from './authorize-desktop-app.tsx';
import { SessionNotice } from '../session-notice.tsx';
import { WorkingPage } from '../working-page.tsx';

/** The page that the desktop app opens in the browser: the user signs in here and authorizes the app. */
export function DesktopSignInPage({ onLeave }: { onLeave: () => void }) {
  const { session, platform } = useClient();
  const { productName } = platform.settings;
  const { status, problem, clearProblem } = useSession((state) => state);
  const [request] = useState(() => parseDesktopSignIn(location.search));
  const [mode, setMode] = useState<AuthMode>('login');

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
        <PlainPage title={TITLE}>
          <p className="mt-3 text-body leading-[1.625rem] text-pretty text-muted">
            {t`${productName} on your computer sent you here. Sign in to continue.`}
          </p>
          <div className="w-full max-w-88">
            <AuthForms
              mode={mode}
              onModeChange={(to) => {
                clearProblem();
                setMode(to);
              }}
              onSignedIn={() => {}}
            />
          </div>
        </PlainPage>
      );
  }
}

const TITLE = t`Sign in to the desktop app`;
