import { sidebarTitle } from '@parley/core';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Pulse } from '../../../kit/caret.tsx';
import { IconButton } from '../../../kit/icon-button.tsx';
import { useChat } from '../../../stores/client.ts';

interface HistoryEntryProps {
  id: string;
  title: string;
  isCurrent: boolean;
  onDelete: (id: string) => void;
  onChoose: () => void;
}

export function HistoryEntry({ id, title, isCurrent, onDelete, onChoose }: HistoryEntryProps) {
  const isLive = useChat((chat) => chat.threads[id]?.reply != null);
  return (
    <li
      className={`group relative flex h-9 items-center rounded-sm max-md:h-11 ${isCurrent ? 'bg-active' : 'hover:bg-hover'}`}
    >
      <Link
        to={`/c/${id}`}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onChoose}
        className={`flex min-w-0 flex-1 items-center gap-2.5 rounded-sm px-2.5 py-2 max-md:py-3 ${isCurrent ? 'font-medium text-ink' : 'text-muted group-hover:text-ink'}`}
      >
        <span className="truncate">{sidebarTitle(title)}</span>
        {isLive && (
          <>
            <Pulse className="ml-auto" />
            <span className="sr-only">, a reply is being written</span>
          </>
        )}
      </Link>
      <IconButton
        label={`Delete ${title}`}
        title="Delete"
        icon={Trash2}
        iconSize="sm"
        size="size-7 max-md:size-10"
        className="mr-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-active! hover:text-danger! max-md:mr-0 max-md:opacity-100 touch:opacity-100"
        onClick={() => onDelete(id)}
      />
    </li>
  );
}
