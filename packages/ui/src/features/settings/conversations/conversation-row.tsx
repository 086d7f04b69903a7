import { RESTORABLE_DAYS, shownTitle, t, plural } from '@parley/core';
import { AppLink } from '../../../kit/controls/app-link.tsx';
import { Button } from '../../../kit/controls/button.tsx';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import type { ConversationListName, ListedConversation } from '../../../stores/offline/read-settings.ts';

const DAY_MS = 24 * 3_600_000;

interface ConversationRowProps {
  list: ConversationListName;
  item: ListedConversation;
  today: Date;
  isTicked: boolean;
  isDisabled: boolean;
  onTick: (isTicked: boolean, isRange: boolean) => void;
  onOpen: () => void;
  onRestore: () => void;
}

/** A conversation in a list in which several can be selected. One that is deleted cannot be opened. */
export function ConversationRow(props: ConversationRowProps) {
  const { list, item, today, isTicked, isDisabled, onTick, onOpen, onRestore } = props;
  const { id, time } = item;
  const title = shownTitle(item.title);
  return (
    <li className="flex min-h-14 items-center border-hairline not-first:border-t">
      <label className="-ms-2 flex size-11 shrink-0 cursor-pointer items-center ps-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          aria-label={t`Select ${title}`}
          checked={isTicked}
          onChange={({ target, nativeEvent }) =>
            onTick(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </label>
      <div className="min-w-0 flex-1 py-2">
        <p dir="auto" className="truncate page-start">
          {list === 'deleted' ? (
            title
          ) : (
            <AppLink to={`/c/${id}`} onClick={onOpen} className="rounded-xs hover:underline hover:underline-offset-3">
              {title}
            </AppLink>
          )}
        </p>
        <p className="text-sm text-muted">{list === 'deleted' ? daysLeft(time) : formatDate(time, { today })}</p>
      </div>
      {list !== 'active' && (
        <Button
          variant="secondary"
          size="sm"
          className="ms-3 max-md:min-h-11"
          aria-label={t`Restore ${title}`}
          disabled={isDisabled}
          onClick={onRestore}
        >{t`Restore`}</Button>
      )}
    </li>
  );
}

function daysLeft(deletedAt: string): string {
  const left = RESTORABLE_DAYS - (Date.now() - Date.parse(deletedAt)) / DAY_MS;
  const days = Math.min(RESTORABLE_DAYS, Math.max(1, Math.ceil(left)));
  return plural(days)`${days} day left|${days} days left`;
}
