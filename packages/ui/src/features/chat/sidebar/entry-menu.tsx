import type { ReactNode } from 'react';
import { Menu } from '../../../kit/controls/menu.tsx';
import {
  ArchiveIcon,
  DeleteIcon,
  DownloadIcon,
  EditIcon,
  ExportDataIcon,
  PinIcon,
  PrintIcon,
  SelectIcon,
  UnpinIcon,
} from '../../../kit/icons/icons.ts';
import { saveExport } from '../../../kit/text/save-export.ts';
import { printConversation } from '../thread/print/print-conversation.ts';
import { useChat, useChatStore, useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';

interface EntryMenuProps {
  id: string;
  isPinned: boolean;
  onRename: () => void;
  onSelect: () => void;
  onDelete: () => void;
  onClose: () => void;
  /** The menu's trigger. */
  children: ReactNode;
}

/** The menu of a conversation in the sidebar. Loaded lazily. */
export function EntryMenu({ id, isPinned, onRename, onSelect, onDelete, onClose, children }: EntryMenuProps) {
  const setPinned = useChat((chat) => chat.setPinned);
  const setArchived = useChat((chat) => chat.setArchived);
  const { api } = useClient();
  const chat = useChatStore();
  const download = async (as: 'markdown' | 'json') => {
    try {
      saveExport(await api.exportConversations({ ids: [id], as }));
    } catch (error) {
      chat.setState({ notice: { kind: 'change-failed', conversationId: id, text: problemText(error) } });
    }
  };
  return (
    <Menu
      onClose={onClose}
      items={[
        { label: 'Rename', icon: EditIcon, onChoose: onRename },
        isPinned
          ? { label: 'Unpin', icon: UnpinIcon, onChoose: () => void setPinned(id, false) }
          : { label: 'Pin', icon: PinIcon, onChoose: () => void setPinned(id, true) },
        { label: 'Select', icon: SelectIcon, onChoose: onSelect },
        { label: 'Export as Markdown', icon: DownloadIcon, onChoose: () => void download('markdown') },
        { label: 'Export as JSON', icon: ExportDataIcon, onChoose: () => void download('json') },
        { label: 'Print', icon: PrintIcon, onChoose: () => void printConversation(chat, id) },
        { label: 'Archive', icon: ArchiveIcon, onChoose: () => void setArchived(id, true) },
        { label: 'Delete', icon: DeleteIcon, isDangerous: true, onChoose: onDelete },
      ]}
    >
      {children}
    </Menu>
  );
}
