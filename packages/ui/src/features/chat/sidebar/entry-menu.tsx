import { t } from '@parley/core';
import type { ReactNode } from 'react';
import { Menu } from '../../../kit/controls/menu.tsx';
import {
  ArchiveIcon,
  DeleteIcon,
  DownloadIcon,
  EditIcon,
  MoveIcon,
  ExportDataIcon,
  PinIcon,
  PrintIcon,
  SelectIcon,
  ShareIcon,
  UnpinIcon,
} from '../../../kit/icons/icons.ts';
import { exportConversation } from '../export-conversation.ts';
import { printConversation } from '../thread/print/print-conversation.ts';
import { useChat, useChatStore, useClient } from '../../../stores/client.ts';

interface EntryMenuProps {
  id: string;
  isPinned: boolean;
  onRename: () => void;
  onSelect: () => void;
  onMove: () => void;
  onShare: () => void;
  onDelete: () => void;
  onClose: () => void;
  /** The menu's trigger. */
  children: ReactNode;
}

/** The menu of a conversation in the sidebar. Loaded lazily. */
export function EntryMenu({
  id,
  isPinned,
  onRename,
  onSelect,
  onMove,
  onShare,
  onDelete,
  onClose,
  children,
}: EntryMenuProps) {
  const setPinned = useChat((chat) => chat.setPinned);
  const setArchived = useChat((chat) => chat.setArchived);
  const client = useClient();
  const chat = useChatStore();
  const download = (as: 'markdown' | 'json') => void exportConversation(client, chat, id, as);
  return (
    <Menu
      onClose={onClose}
      items={[
        { label: t`Rename`, icon: EditIcon, onChoose: onRename },
        isPinned
          ? { label: t`Unpin`, icon: UnpinIcon, onChoose: () => void setPinned(id, false) }
          : { label: t`Pin`, icon: PinIcon, onChoose: () => void setPinned(id, true) },
        { label: t`Select`, icon: SelectIcon, onChoose: onSelect },
        { label: t`Move to…`, icon: MoveIcon, onChoose: onMove },
        ...(client.platform.settings.makesShareLinks ? [{ label: t`Share`, icon: ShareIcon, onChoose: onShare }] : []),
        { label: t`Export as Markdown`, icon: DownloadIcon, onChoose: () => download('markdown') },
        { label: t`Export as JSON`, icon: ExportDataIcon, onChoose: () => download('json') },
        { label: t`Print`, icon: PrintIcon, onChoose: () => void printConversation(chat, id) },
        { label: t`Archive`, icon: ArchiveIcon, onChoose: () => void setArchived(id, true) },
        { label: t`Delete`, icon: DeleteIcon, isDangerous: true, onChoose: onDelete },
      ]}
    >
      {children}
    </Menu>
  );
}
