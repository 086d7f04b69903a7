import { matchesSearch, t } from '@parley/core';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { useChat, useSession } from '../../../stores/client.ts';
import type { ProjectAction } from '../projects/project-overlay.tsx';
import { HistoryEntry, type EntryActions } from './history-entry.tsx';
import { firstEntries, historyGroups } from './history-groups.ts';
import { ProjectsRow } from './projects-row.tsx';

/** Number of entries rendered at first, and added each time the reader reaches their end. */
const STEP = 100;

interface HistoryProps extends EntryActions {
  onProject: (action: ProjectAction) => void;
  query: string;
  currentId: string;
  /** Searches all messages for the same query. */
  onSearchAll: (query: string) => void;
}

export function History({ query, currentId, onSearchAll, ...actions }: HistoryProps) {
  const isSignedIn = useSession((session) => session.user !== null);
  const status = useChat((chat) => chat.historyStatus);
  const conversations = useChat((chat) => chat.conversations);
  const nextBefore = useChat((chat) => chat.nextBefore);
  const reload = useChat((chat) => chat.wake);
  const loadMore = useChat((chat) => chat.loadMoreHistory);
  const today = useToday().getTime();
  // The same for all renders: a change of the list renders only the entries that differ.
  const latest = useRef<EntryActions>(actions);
  useEffect(() => void (latest.current = actions));
  // In a long list, the typed text must render before the matches.
  const deferredQuery = useDeferredValue(query);
  const found = useMemo(
    () =>
      conversations.filter(
        ({ archived, title, lastText }) => !archived && matchesSearch(title, lastText, deferredQuery),
      ),
    [conversations, deferredQuery],
  );
  const groups = useMemo(() => historyGroups(found, new Date(today)), [found, today]);
  const [rendered, setRendered] = useState({ deferredQuery, count: STEP });
  if (rendered.deferredQuery !== deferredQuery) setRendered({ deferredQuery, count: STEP });
  const isCut = rendered.count < found.length;
  const more = () => {
    if (isCut) setRendered({ deferredQuery, count: rendered.count + STEP });
    else void loadMore();
  };
  return (
    <nav
      aria-label={t`History`}
      className="min-h-0 flex-1 scrollbar-quiet pan-y overflow-x-hidden overflow-y-auto px-2 pb-4"
    >
      {isSignedIn && query === '' && <ProjectsRow currentId={currentId} {...actions} />}
      {firstEntries(groups, rendered.count).map(({ label, entries }) => (
        <section key={label} aria-label={label}>
          <h2 className="px-2.5 pt-4 pb-1 text-xs font-medium text-subtle">{label}</h2>
          <ul>
            {entries.map(({ id, title, pinned, unread }) => (
              <HistoryEntry
                key={id}
                id={id}
                title={title}
                isPinned={pinned}
                isUnread={unread}
                isCurrent={id === currentId}
                actions={latest}
              />
            ))}
          </ul>
        </section>
      ))}
      {deferredQuery.trim() !== '' && found.length === 0 && (
        <p role="status" className="px-2.5 py-4 text-subtle">{t`No conversations found.`}</p>
      )}
      {query.trim() !== '' && (
        <button
          type="button"
          onClick={() => onSearchAll(query)}
          className="flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 text-start text-accent-text hover:bg-hover max-md:min-h-11"
        >{t`Search all messages`}</button>
      )}
      {status === 'loading' && conversations.length === 0 && <Skeleton lines={6} className="px-2.5 pt-5" />}
      {status === 'failed' && (
        <div className="px-2.5 py-4 text-subtle">
          <p className="mb-3">{t`We couldn’t load your conversations.`}</p>
          <Button variant="secondary" size="sm" onClick={reload}>{t`Try again`}</Button>
        </div>
      )}
      {(isCut || nextBefore !== null) && (
        <ListEnd key={`${deferredQuery} ${rendered.count} ${nextBefore} ${status}`} onReached={more} />
      )}
    </nav>
  );
}

/** Sentinel at the end of the rendered entries; reaching it renders more. */
function ListEnd({ onReached }: { onReached: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const callback = useRef(onReached);
  useEffect(() => {
    if (!end.current) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && callback.current(),
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, []);
  return <div ref={end} className="h-9" />;
}
