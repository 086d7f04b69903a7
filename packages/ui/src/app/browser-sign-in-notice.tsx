import { useEffect } from 'react';
import { useStore } from 'zustand';
import { InfoIcon } from '../kit/icons/icons.ts';
import { FloatingToast } from '../kit/overlays/floating-toast.tsx';
import type { BrowserSignIn } from '../platform.ts';
import { browserSignInOf } from '../stores/session/browser-sign-in.ts';
import { useClient } from '../stores/client.ts';

interface BrowserSignInNoticeProps {
  way: BrowserSignIn;
  /** False while the sign-in dialog is open, which shows the same message. */
  isShown: boolean;
}

/** Handles the links that open the desktop app, and shows a toast for a link without effect. */
export function BrowserSignInNotice({ way, isShown }: BrowserSignInNoticeProps) {
  const { notice, clearNotice, receive } = useStore(browserSignInOf(useClient(), way));
  useEffect(() => way.onReturn((link) => void receive(link)), [way, receive]);
  if (notice === null || !isShown) return null;
  return (
    <FloatingToast icon={InfoIcon} iconClassName="text-muted" onClose={clearNotice}>
      {notice}
    </FloatingToast>
  );
}
