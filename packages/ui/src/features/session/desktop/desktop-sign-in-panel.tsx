import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { BrowserSignIn } from '../../../platform.ts';
import { browserSignInOf } from '../../../stores/session/browser-sign-in.ts';
import { useClient } from '../../../stores/client.ts';
import { BrowserSignInWait } from './browser-sign-in-wait.tsx';
import { SignInPanel, type SignInPanelProps } from '../sign-in/sign-in-panel.tsx';

interface DesktopSignInPanelProps extends Omit<SignInPanelProps, 'browser'> {
  way: BrowserSignIn;
}

/** Signs the desktop app in, with the form or through the system's browser; then waits for the browser. */
export function DesktopSignInPanel({ way, ...panel }: DesktopSignInPanelProps) {
  const client = useClient();
  const browser = useStore(browserSignInOf(client, way));
  const { clearNotice } = browser;
  const { onSignedIn } = panel;
  useEffect(
    () =>
      client.session.subscribe(({ status }) => {
        if (status === 'signed-in') onSignedIn();
      }),
    [client, onSignedIn],
  );
  useEffect(() => clearNotice, [clearNotice]);
  return browser.step === 'idle' ? <SignInPanel {...panel} browser={browser} /> : <BrowserSignInWait {...browser} />;
}
