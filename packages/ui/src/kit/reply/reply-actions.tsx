import { readSources, receivedText, type Message, t } from '@parley/core';
import { Suspense, useId, useMemo, type ReactNode } from 'react';
import { DoneIcon, CopyIcon, RetryIcon, SourcesIcon } from '../icons/icons.ts';
import { Icon } from '../icons/icon.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { useCopied } from '../hooks/use-copied.ts';
import { useFold } from '../hooks/use-fold.ts';

const Sources = lazyPart('sources', async () => (await import('./sources.tsx')).Sources);

interface ReplyActionsProps {
  message: Message;
  /** The last reply always shows its actions; older ones on hover or focus. */
  isLast: boolean;
  /** False for a failed reply, whose retry button is beside its error. */
  canRetry: boolean;
  onRetry: () => void;
  /** Whether the sources are open at first. */
  showsSources?: boolean;
  /** The version switch of this reply. */
  children?: ReactNode;
}

export function ReplyActions({
  message,
  isLast,
  canRetry,
  onRetry,
  showsSources = false,
  children,
}: ReplyActionsProps) {
  const { copied, copy } = useCopied();
  const [isOpen, setOpen] = useFold(showsSources);
  const listId = useId();
  const { sources = [], sourceTitles, fileSources = [] } = message;
  const count = useMemo(() => readSources(sources).length, [sources]) + fileSources.length;
  const text = textToCopy(message);
  const hasVersions = message.versionIds?.[1] !== undefined;
  if (text === '' && !canRetry && !hasVersions && count === 0) return null;
  const quiet =
    isLast || isOpen
      ? ''
      : 'opacity-0 transition-opacity group-focus-within/reply:opacity-100 group-hover/reply:opacity-100 touch:opacity-100';
  return (
    <>
      <div className={`mt-3 -ms-[7px] flex min-h-8 flex-wrap items-center gap-0.5 ${quiet}`}>
        {text !== '' && (
          <IconButton
            label={copied ? t`Copied` : t`Copy`}
            icon={copied ? DoneIcon : CopyIcon}
            iconSize="sm"
            onClick={() => copy(text)}
          />
        )}
        <span role="status" className="sr-only">
          {copied && t`Copied`}
        </span>
        <div className="flex flex-wrap items-center gap-0.5 in-data-busy:invisible">
          {canRetry && <IconButton label={t`Retry generation`} icon={RetryIcon} iconSize="sm" onClick={onRetry} />}
          {children}
        </div>
        {count > 0 && (
          <>
            <span aria-hidden="true" className="mx-1.5 h-4 w-px bg-edge" />
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? listId : undefined}
              onClick={() => setOpen(!isOpen)}
              className="inline-flex h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-muted transition-colors hover:bg-hover hover:text-ink"
            >
              <Icon icon={SourcesIcon} size="sm" />
              {t`Sources (${count})`}
            </button>
          </>
        )}
      </div>
      <Suspense>
        {isOpen && (
          <Sources
            id={listId}
            urls={sources}
            titles={sourceTitles}
            files={fileSources}
            scrollsIntoView={!showsSources}
          />
        )}
      </Suspense>
    </>
  );
}

/** The text of a reply as it is copied: its Markdown. */
export function textToCopy(message: Message): string {
  return (message.mode === 'thinking' && message.answerContent) || receivedText(message);
}
