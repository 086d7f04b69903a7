import type { AccountSession } from '@parley/core';
import { Monitor, Smartphone } from 'lucide-react';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { dateInWords, momentInWords } from '../../kit/moment-in-words.ts';

interface SessionRowProps {
  session: AccountSession;
  today: Date;
  isBusy: boolean;
  isDisabled: boolean;
  onEnd: () => void;
}

/** One device, and since and until when it was used. */
export function SessionRow({ session, today, isBusy, isDisabled, onEnd }: SessionRowProps) {
  const { device, isCurrent, createdAt, lastSeenAt } = session;
  return (
    <li className="flex min-h-16 items-center gap-3 border-hairline py-2.5 not-first:border-t">
      <Icon icon={/Android|iOS/.test(device) ? Smartphone : Monitor} className="text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{device}</p>
        <p className="text-sm text-muted">
          {isCurrent ? (
            <span className="text-success">This device</span>
          ) : (
            `Last used ${momentInWords(lastSeenAt, today)}`
          )}
          {`, signed in ${momentOrDate(createdAt, today)}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="sm"
          className="max-md:h-10"
          aria-label={`Sign out of ${device}`}
          disabled={isDisabled}
          onClick={onEnd}
        >
          {isBusy ? 'Signing out...' : 'Sign out'}
        </Button>
      )}
    </li>
  );
}

function momentOrDate(iso: string, today: Date): string {
  const isToday = new Date(iso).toDateString() === today.toDateString();
  return isToday ? momentInWords(iso, today) : `on ${dateInWords(iso, today)}`;
}
