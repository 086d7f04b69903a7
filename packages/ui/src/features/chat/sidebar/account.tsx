import { isCounted, t } from '@parley/core';
import { Suspense } from 'react';
import { LogoutIcon, SettingsIcon, UpgradeIcon } from '../../../kit/icons/icons.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { rich } from '../../../kit/text/rich.tsx';
import { HelpButton } from './help-button.tsx';
import { useClient, useSession } from '../../../stores/client.ts';

const AdminBadge = lazyPart('admin', async () => (await import('../admin-notices.tsx')).AdminBadge);

const TOUCHABLE = 'size-8 max-md:size-10';

const UNPAID = new Set<string | null>(['past_due', 'unpaid']);

interface AccountProps {
  onAuthenticate: (mode: 'login' | 'register') => void;
  onSettings: () => void;
  onShortcuts: () => void;
  onUpgrade: () => void;
}

/** The sidebar's footer: the user, the upgrade link, and the buttons to sign in or out. */
export function Account({ onAuthenticate, onSettings, onShortcuts, onUpgrade }: AccountProps) {
  const user = useSession((session) => session.user);
  const { takesPayments } = useClient().platform.settings;
  const signOut = useSession((session) => session.signOut);
  return (
    <div className="scrollbar-quiet grid min-h-0 gap-0.5 overflow-y-auto short:flex short:flex-wrap border-t border-hairline p-2 pb-[max(0.5rem,var(--safe-bottom))]">
      <Suspense>{(user?.isAdmin || user?.isSupport) && <AdminBadge />}</Suspense>
      {user && isCounted(user) && takesPayments && (
        <button
          type="button"
          onClick={onUpgrade}
          className="mb-1 flex min-h-9 w-full short:w-auto short:grow whitespace-nowrap items-center gap-2.5 rounded-sm bg-accent-soft px-2.5 font-medium text-accent-text transition-colors hover:bg-hover max-md:min-h-11"
        >
          <Icon icon={UpgradeIcon} />
          {UNPAID.has(user.subscriptionStatus) ? t`Update your card` : t`Upgrade to Premium`}
        </button>
      )}
      <div className="flex short:grow">
        <button
          type="button"
          onClick={onSettings}
          className="flex min-h-9 flex-1 items-center gap-2.5 rounded-sm px-2.5 text-muted transition-colors hover:bg-hover hover:text-ink max-md:min-h-11"
        >
          <Icon icon={SettingsIcon} />
          {t`Settings`}
        </button>
        {/* In landscape it would push the conversations out of view; Settings has the same pages. */}
        <div className="short:hidden">
          <HelpButton onShortcuts={onShortcuts} />
        </div>
      </div>
      {user ? (
        <div className="flex min-w-0 items-center gap-2 short:w-full pt-1.5 pe-1 pb-0.5 ps-2.5">
          <p className="min-w-0 flex-1 truncate text-xs text-subtle">
            {rich`Logged in as ${(
              <span dir="ltr" className="block truncate text-muted rtl:text-end">
                {user.email}
              </span>
            )}`}
          </p>
          <IconButton
            label={t`Logout`}
            icon={LogoutIcon}
            size={TOUCHABLE}
            className="mirrored"
            onClick={() => void signOut()}
          />
        </div>
      ) : (
        <div className="flex items-center gap-2">
          <Button
            variant="secondary"
            size="sm"
            className="flex-1"
            onClick={() => onAuthenticate('login')}
          >{t`Login`}</Button>
          <Button size="sm" className="flex-1" onClick={() => onAuthenticate('register')}>{t`Register`}</Button>
        </div>
      )}
    </div>
  );
}
