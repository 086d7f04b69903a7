import { useClient, useIsIncompatible, useSession } from '../stores/client.ts';
import { AccountDeletedNotice } from './account-deleted-notice.tsx';
import { BrowserSignInNotice } from './browser-sign-in-notice.tsx';
import { IncompatibleNotice } from './incompatible-notice.tsx';

interface NoticesProps {
  /** Whether the sign-in dialog is open, which shows the messages about the browser's sign-in itself. */
  isSigningIn: boolean;
}

/** The toasts that can appear over any page. */
export function Notices({ isSigningIn }: NoticesProps) {
  const { browserSignIn } = useClient().platform;
  const isIncompatible = useIsIncompatible();
  const deleted = useSession((session) => session.accountDeletedNotice);
  return (
    <>
      {browserSignIn && <BrowserSignInNotice way={browserSignIn} isShown={!isSigningIn} />}
      {isIncompatible && <IncompatibleNotice />}
      {deleted !== null && <AccountDeletedNotice text={deleted} />}
    </>
  );
}
