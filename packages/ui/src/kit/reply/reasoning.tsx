import { t } from '@parley/core';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { DisclosureIcon } from '../icons/icons.ts';
import { useFold } from '../hooks/use-fold.ts';
import { formatDuration } from '../text/format/format-duration.ts';
import { Icon } from '../icons/icon.tsx';
import { holdView } from './hold-view.ts';
import { ReplyText } from './reply-text.tsx';

interface ReasoningProps {
  text: string;
  /** Whether it is still streaming. */
  live: boolean;
  /** How long it took, in milliseconds; undefined until it is over or where that is unknown. */
  durationMs?: number | undefined;
  startsOpen?: boolean;
}

/** The reasoning before an answer: open as soon as it has text, until the reader closes it. */
export function Reasoning({ text, live, durationMs, startsOpen = true }: ReasoningProps) {
  const [open, setOpen] = useFold(startsOpen);
  const bodyId = useId();
  const label = live ? t`Reasoning...` : open ? t`Hide Reasoning` : t`Show Reasoning`;
  return (
    <div className="mb-4 max-w-(--measure)">
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={({ currentTarget }) => holdView(currentTarget, () => flushSync(() => setOpen(!open)))}
          className={`-ms-1.5 inline-flex h-7 items-center gap-1.5 rounded-sm pe-2 ps-1 text-ui transition-colors hover:bg-hover hover:text-ink ${live ? 'text-ink' : 'text-muted'}`}
        >
          <Icon
            icon={DisclosureIcon}
            size="sm"
            className={`text-subtle transition-[rotate] duration-(--base) ${open ? '' : '-rotate-90 rtl:rotate-90'}`}
          />
          {label}
        </button>
        {!live && durationMs !== undefined && <span className="text-ui text-subtle">{formatDuration(durationMs)}</span>}
      </div>
      <div
        id={bodyId}
        data-reasoning
        hidden={!open}
        className={`mt-2 ms-1.5 py-0.5 text-muted ${live ? 'border-s-2 border-line ps-[15px]' : 'border-s border-edge ps-4'}`}
      >
        <ReplyText text={text} streaming={live} />
      </div>
    </div>
  );
}
