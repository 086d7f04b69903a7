import { t } from '@parley/core';
import { AdminIcon } from '../../kit/icons/icons.ts';
import { Banner } from '../../kit/notices/banner.tsx';
import { Icon } from '../../kit/icons/icon.tsx';
import { AppLink } from '../../kit/controls/app-link.tsx';
import { useSession } from '../../stores/client.ts';

/** Banner for admins, in a chunk of its own so that other users do not load it. */
export function AdminBanner() {
  return <Banner icon={AdminIcon}>{t`Admin Mode Active (Premium features unlocked for testing)`}</Banner>;
}

/** Marks an admin or support staff in the sidebar, and links to the dashboard. */
export function AdminBadge() {
  const isAdmin = useSession(({ user }) => user?.isAdmin === true);
  return (
    <div className="mb-1 rounded-sm bg-warning-soft p-2.5 text-xs text-muted">
      <p className="mb-0.5 flex items-center gap-1.5 text-sm font-strong text-warning">
        <Icon icon={AdminIcon} size="sm" />
        {isAdmin ? t`Admin` : t`Support`}
      </p>
      {isAdmin && (
        <>
          <p>{t`Premium features unlocked`}</p>
          <p>{t`Testing mode`}</p>
        </>
      )}
      <AppLink
        to="/admin"
        className="flex min-h-7 w-fit items-center rounded-xs text-sm font-medium text-ink underline max-md:min-h-10"
      >{t`Dashboard`}</AppLink>
    </div>
  );
}
