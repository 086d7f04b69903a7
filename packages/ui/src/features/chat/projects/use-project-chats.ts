import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLatest } from '../../../kit/hooks/use-latest.ts';
import type { ConversationSummary } from '../../../stores/chat/chat-state.ts';
import { useChat, useClient, useReach } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';

const PAGE = 20;
const LARGEST_PAGE = 200;

/**
 * The conversations of a project, newest first, up to date with changes on any device. Those that the sidebar has
 * already are shown at once, and without a connection.
 */
export function useProjectChats(projectId: string) {
  const { api } = useClient();
  const isReached = useReach() === 'reached';
  const changeCount = useChat((chat) => chat.changeCount);
  const conversations = useChat((chat) => chat.conversations);
  const deletedId = useChat((chat) => chat.deleted?.id);
  const [read, setRead] = useState<ConversationSummary[] | null>(null);
  const [nextBefore, setNextBefore] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ before: string | null; text: string } | null>(null);
  const begin = useLatest();
  const shown = useRef<ConversationSummary[]>([]);

  const load = useCallback(
    async (before: string | null) => {
      const isLatest = begin();
      const known = before === null ? [] : shown.current;
      // A shorter list would lose the scroll position.
      const least = before === null ? shown.current.length : 0;
      const found: ConversationSummary[] = [];
      let next = before;
      try {
        do {
          const limit = Math.min(LARGEST_PAGE, Math.max(PAGE, least - found.length));
          const page = await api.history({ limit, project: projectId, ...(next !== null && { before: next }) });
          if (!isLatest()) return;
          for (const { messages, ...each } of page.conversations)
            found.push({ ...each, lastText: messages.at(-1)?.text ?? '' });
          next = page.nextBefore;
        } while (next !== null && found.length < least);
        shown.current = [...known, ...found];
        setRead(shown.current);
        setNextBefore(next);
        setFailed(null);
      } catch (error) {
        if (isLatest()) setFailed({ before, text: problemText(error) });
      }
    },
    [api, begin, projectId],
  );
  useEffect(() => {
    void load(null);
  }, [load, changeCount, isReached]);

  const chats = useMemo(() => {
    const listed = new Set(conversations.map(({ id }) => id));
    const own = conversations.filter((each) => each.projectId === projectId && !each.archived);
    const others = (read ?? []).filter(({ id }) => !listed.has(id) && id !== deletedId);
    return [...own, ...others].sort((a, b) => (a.updatedAt > b.updatedAt ? -1 : 1));
  }, [conversations, deletedId, projectId, read]);
  const isEnough = failed?.before === null && chats.length > 0 && (read !== null || !isReached);
  return {
    chats,
    isLoading: read === null && failed === null,
    /** Why the rest could not be loaded; null if what is shown is enough without a connection. */
    problem: failed && !isEnough ? failed.text : null,
    hasMore: nextBefore !== null,
    /** Loads the next page, or tries again what failed. */
    loadMore: () => void load(failed ? failed.before : nextBefore),
  };
}
