import { Suspense } from 'react';
import { lazyPart } from '../kit/lazy/lazy-part.tsx';
import { useClient, useIsIncompatible, useSession } from '../stores/client.ts';
import { AccountDeletedNotice } from './account-deleted-notice.tsx';
import { BrowserSignInNotice } from './browser-sign-in-notice.tsx';
import { IncompatibleNotice } from './incompatible-notice.tsx';

const BrandNotices = lazyPart(
  'brand',
  async () => (await import('../features/brand/brand-notices.tsx')).BrandNotices,
  () => null,
);

interface NoticesProps {
  /** Whether the sign-in dialog is open, which shows the messages about the browser's sign-in itself. */
  isSigningIn: boolean;
}

/** The toasts that can appear over any page. */
export function Notices({ isSigningIn }: NoticesProps) {
  const { browserSignIn, settings } = useClient().platform;
  const isBranded = useSession((session) => settings.brand ?? session.user?.brand) !== undefined;
  const isIncompatible = useIsIncompatible();
  const deleted = useSession((session) => session.accountDeletedNotice);
  return (
    <>
      {browserSignIn && <BrowserSignInNotice way={browserSignIn} isShown={!isSigningIn} />}
      <Suspense>{isBranded && <BrandNotices />}</Suspense>
      {isIncompatible && <IncompatibleNotice />}
      {deleted !== null && <AccountDeletedNotice text={deleted} />}
    </>
  );
}
