import { t } from '@parley/core';
import { useState } from 'react';
import type { Project } from '@parley/core';
import { DeleteIcon, EditIcon, MoreIcon, NewChatIcon, ProjectIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { Menu } from '../../../kit/controls/menu.tsx';
import { navigate } from '../../../kit/overlays/navigate.ts';
import { useChatStore, useClient, useSession } from '../../../stores/client.ts';
import type { EntryActions } from '../sidebar/history-entry.tsx';
import { ProjectChats } from './project-chats.tsx';
import { COLOR_CLASSES } from './project-colors.ts';
import { startChatIn } from './start-chat-in.ts';
import { useConversationDrop } from './use-conversation-drop.ts';

interface ProjectItemProps extends EntryActions {
  project: Project;
  /** Whether the open conversation is in it. */
  isCurrent: boolean;
  currentId: string;
  onEdit: () => void;
  onRemove: () => void;
}

/** A project in the sidebar; its conversations are loaded when it is opened. */
export function ProjectItem({ project, isCurrent, onEdit, onRemove, ...entries }: ProjectItemProps) {
  const { id, name, color } = project;
  const chat = useChatStore();
  const { storage } = useClient().platform;
  const userId = useSession(({ user }) => user?._id ?? '');
  const [isOpen, setOpen] = useState(isCurrent);
  const [hasMenu, setMenu] = useState(false);
  const { isOver, ...dropTarget } = useConversationDrop((dropped) => void chat.getState().moveToProject(dropped, id));
  const newChat = () => {
    entries.onChoose();
    navigate(`/c/${startChatIn(chat, storage, userId, id)}`);
  };
  const more = (
    <IconButton
      label={t`More for ${name}`}
      tooltip={t`More`}
      icon={MoreIcon}
      iconSize="sm"
      size="size-7 max-md:size-11"
      aria-haspopup="menu"
      className="hover:bg-active!"
      onClick={() => setMenu(true)}
    />
  );
  return (
    <li>
      <div
        {...dropTarget}
        className={`group flex min-h-9 items-center rounded-sm hover:bg-hover max-md:min-h-11 ${isOver ? 'bg-accent-soft' : ''}`}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-2.5 self-stretch rounded-sm px-2.5 text-start text-muted group-hover:text-ink"
        >
          <Icon icon={ProjectIcon} size="sm" className={COLOR_CLASSES[color]} />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </button>
        <span className="me-1 hidden shrink-0 group-focus-within:flex group-hover:flex has-aria-expanded:flex max-md:me-0 max-md:flex touch:flex">
          {hasMenu ? (
            <Menu
              onClose={() => setMenu(false)}
              items={[
                { label: t`New chat in project`, icon: NewChatIcon, onChoose: newChat },
                { label: t`Edit`, icon: EditIcon, onChoose: onEdit },
                { label: t`Delete`, icon: DeleteIcon, isDangerous: true, onChoose: onRemove },
              ]}
            >
              {more}
            </Menu>
          ) : (
            more
          )}
        </span>
      </div>
      {isOpen && <ProjectChats projectId={id} onNewChat={newChat} {...entries} />}
    </li>
  );
}
