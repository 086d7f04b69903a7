import { AppError } from '@parley/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useChat, useChatStore, useClient } from '../../../stores/client.ts';
import {
  LIST_PAGE as PAGE,
  readList,
  readListPage,
  type ConversationListName,
  type ListedConversation,
} from '../../../stores/offline/read-settings.ts';
import { ignoreNotFound } from '../../../stores/ignore-not-found.ts';
import { problemText } from '../../../stores/problem-text.ts';

const LARGEST_PAGE = 200;

/**
 * One of the user's lists of conversations, up to date with changes on any device, except while `isChanging` many of
 * them here. `items` is null until it is loaded. Without a connection it is the beginning of the list as this device
 * last loaded it.
 */
export function useConversationList(list: ConversationListName, isChanging: boolean) {
  const client = useClient();
  const changeCount = useChat((chat) => chat.changeCount);
  const [items, setItems] = useState<ListedConversation[] | null>(null);
  const [nextBefore, setNextBefore] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ before: string | null; problem: string } | null>(null);
  /** The last request: answers to earlier ones are stale. */
  const request = useRef(0);
  const shown = useRef<ListedConversation[]>([]);

  const load = useCallback(
    async (before: string | null) => {
      const own = ++request.current;
      const known = before === null ? [] : shown.current;
      // A shorter list would lose a part of the selection.
      const wanted = before === null ? Math.max(PAGE, shown.current.length) : PAGE;
      try {
        let page = await (before === null
          ? readList(client, list, Math.min(LARGEST_PAGE, wanted))
          : readListPage(client.api, list, { limit: wanted, before }));
        while (own === request.current && page.nextBefore !== null && page.items.length < wanted) {
          const limit = Math.min(LARGEST_PAGE, wanted - page.items.length);
          const next = await readListPage(client.api, list, { limit, before: page.nextBefore });
          page = { ...next, items: [...page.items, ...next.items] };
        }
        if (own !== request.current) return;
        shown.current = [...known, ...page.items];
        setItems(shown.current);
        setNextBefore(page.nextBefore);
        setFailed(null);
      } catch (error) {
        if (own === request.current) setFailed({ before, problem: problemText(error) });
      }
    },
    [client, list],
  );
  useEffect(() => {
    if (!isChanging) void load(null);
  }, [load, changeCount, isChanging]);

  return {
    items,
    nextBefore,
    problem: failed?.problem ?? null,
    retry: () => load(failed?.before ?? null),
    loadMore: () => load(nextBefore),
  };
}

/** What can be done with the selected conversations. */
export function useBulkActions() {
  const { api } = useClient();
  const chat = useChatStore();

  /** Runs an action of the chat, which reports failures as a notice. */
  const throughChat = async (id: string, act: () => Promise<void>) => {
    const before = chat.getState().notice;
    await act();
    const { notice } = chat.getState();
    if (!notice || notice === before || notice.conversationId !== id) return;
    throw new AppError('unavailable', { message: notice.text });
  };

  /** Resolves to the number of conversations that were still there. */
  const each = async (ids: string[], work: (id: string) => Promise<unknown>): Promise<number> => {
    let done = 0;
    try {
      for (const id of ids) {
        const isDone = await work(id).then(() => true, ignoreNotFound);
        if (isDone) done++;
      }
    } finally {
      // The offer to undo is for one conversation.
      if (ids.length > 1) chat.getState().forgetDeleted();
    }
    return done;
  };

  const setArchived = (archived: boolean) => (ids: string[]) =>
    each(ids, (id) => throughChat(id, () => chat.getState().setArchived(id, archived)));
  return {
    archive: setArchived(true),
    unarchive: setArchived(false),
    moveTo: (projectId: string | null) => (ids: string[]) =>
      each(ids, (id) => throughChat(id, () => chat.getState().moveToProject(id, projectId))),
    delete: (ids: string[]) => each(ids, (id) => throughChat(id, () => chat.getState().deleteConversation(id))),
    async restore(ids: string[]) {
      const count = await each(ids, api.restoreConversation);
      await chat.getState().loadHistory();
      return count;
    },
    async purge(ids: string[]) {
      for (let from = 0; from < ids.length; from += LARGEST_PAGE) await api.purge(ids.slice(from, from + LARGEST_PAGE));
      return ids.length;
    },
  };
}
