import { t } from '@parley/core';
import { useEffect, useEffectEvent, type ReactNode, type RefObject } from 'react';
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
import type { EntryActions } from './history-entry.tsx';

interface EntryMenuProps {
  id: string;
  isPinned: boolean;
  actions: RefObject<EntryActions>;
  onRename: () => void;
  onClose: () => void;
  /** Called when the closed menu has taken its focused trigger with it. */
  onFocusLost: () => void;
  /** The menu's trigger. */
  children: ReactNode;
}

/** The menu of a conversation in the sidebar. Loaded lazily. */
export function EntryMenu({ id, isPinned, actions, onRename, onClose, onFocusLost, children }: EntryMenuProps) {
  const setPinned = useChat((chat) => chat.setPinned);
  const setArchived = useChat((chat) => chat.setArchived);
  const client = useClient();
  const returnFocus = useEffectEvent(onFocusLost);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) returnFocus();
    },
    [],
  );
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
        { label: t`Select`, icon: SelectIcon, onChoose: () => actions.current.onSelect(id) },
        { label: t`Move to…`, icon: MoveIcon, onChoose: () => actions.current.onMove(id) },
        ...(client.platform.settings.makesShareLinks
          ? [{ label: t`Share`, icon: ShareIcon, onChoose: () => actions.current.onShare(id) }]
          : []),
        { label: t`Export as Markdown`, icon: DownloadIcon, onChoose: () => download('markdown') },
        { label: t`Export as JSON`, icon: ExportDataIcon, onChoose: () => download('json') },
        { label: t`Print`, icon: PrintIcon, onChoose: () => void printConversation(chat, id) },
        { label: t`Archive`, icon: ArchiveIcon, onChoose: () => void setArchived(id, true) },
        { label: t`Delete`, icon: DeleteIcon, isDangerous: true, onChoose: () => actions.current.onDelete(id) },
      ]}
    >
      {children}
    </Menu>
  );
}
