import { t } from '@parley/core';
import { useFocusOnMore } from '../../../kit/hooks/use-focus-on-more.ts';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { useChatStore } from '../../../stores/client.ts';
import { HistoryEntry, type EntryActions } from '../sidebar/history-entry.tsx';
import { useProjectChats } from './use-project-chats.ts';

const ROW =
  'flex min-h-9 w-full items-center rounded-sm px-2.5 text-start text-sm text-subtle hover:bg-hover hover:text-ink max-md:min-h-11';

interface ProjectChatsProps extends EntryActions {
  projectId: string;
  currentId: string;
  onNewChat: () => void;
}

/** The conversations of a project, newest first. */
export function ProjectChats({ projectId, currentId, onNewChat, onDelete, onMove, ...actions }: ProjectChatsProps) {
  const chat = useChatStore();
  const { chats, isLoading, problem, hasMore, loadMore } = useProjectChats(projectId);
  const { list, onMore } = useFocusOnMore(chats.length);
  /** Lists the conversation first: the dialogs read its title and project there, and Undo puts it back into its place. */
  const listed = (act: (id: string) => void) => (id: string) => {
    const found = chats.find((each) => each.id === id);
    const { conversations } = chat.getState();
    if (found && !conversations.some((each) => each.id === id)) {
      const sorted = [...conversations, found].sort((a, b) => (a.updatedAt > b.updatedAt ? -1 : 1));
      chat.setState({ conversations: sorted });
    }
    act(id);
  };
  return (
    <div className="ms-4 border-s border-hairline ps-1">
      <ul ref={list}>
        {chats.map(({ id, title, pinned, unread }) => (
          <HistoryEntry
            key={id}
            id={id}
            title={title}
            isPinned={pinned}
            isUnread={unread}
            isCurrent={id === currentId}
            actions={{ current: { ...actions, onDelete: listed(onDelete), onMove: listed(onMove) } }}
          />
        ))}
      </ul>
      {isLoading && chats.length === 0 && <Skeleton lines={2} className="px-2.5 py-2" />}
      {problem !== null && (
        <p role="alert" className="px-2.5 py-2 text-sm text-subtle">
          {problem}
        </p>
      )}
      {!isLoading && problem === null && chats.length === 0 && (
        <button type="button" className={ROW} onClick={onNewChat}>{t`New chat in project`}</button>
      )}
      {(hasMore || problem !== null) && (
        <button
          type="button"
          className={ROW}
          onClick={({ currentTarget }) => {
            onMore(currentTarget);
            loadMore();
          }}
        >
          {problem === null ? t`Show more` : t`Try again`}
        </button>
      )}
    </div>
  );
}
