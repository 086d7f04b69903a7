import { t } from '@parley/core';
import type { AccountSession } from '@parley/core';
import { ComputerIcon, PhoneIcon } from '../../../kit/icons/icons.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { formatRelativeTime } from '../../../kit/text/format/format-relative-time.ts';
import { rich } from '../../../kit/text/rich.tsx';

interface SessionRowProps {
  session: AccountSession;
  today: Date;
  isBusy: boolean;
  isDisabled: boolean;
  onEnd: () => void;
}

/** One session: its device, and when it started and was last used. */
export function SessionRow({ session, today, isBusy, isDisabled, onEnd }: SessionRowProps) {
  const { device, isCurrent, createdAt, lastSeenAt } = session;
  const since = momentOrDate(createdAt, today);
  return (
    <li className="flex min-h-16 items-center gap-3 border-hairline py-2.5 not-first:border-t">
      <Icon icon={/Android|iOS/.test(device) ? PhoneIcon : ComputerIcon} className="text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{device}</p>
        <p className="text-sm text-muted">
          {isCurrent
            ? rich`${(<span className="text-success">{t`This device`}</span>)}, signed in ${since}`
            : t`Last used ${formatRelativeTime(lastSeenAt, today)}, signed in ${since}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="sm"
          className="max-md:min-h-11"
          aria-label={t`Sign out of ${device}`}
          disabled={isDisabled}
          onClick={onEnd}
        >
          {isBusy ? t`Signing out...` : t`Sign out`}
        </Button>
      )}
    </li>
  );
}

function momentOrDate(iso: string, today: Date): string {
  const isToday = new Date(iso).toDateString() === today.toDateString();
  return isToday ? formatRelativeTime(iso, today) : t`on ${formatDate(iso, { today })}`;
}
