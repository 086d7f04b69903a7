import type { ReactNode } from 'react';
import { Menu } from '../../../kit/controls/menu.tsx';
import { ArchiveIcon, DeleteIcon, EditIcon, PinIcon, SelectIcon, UnpinIcon } from '../../../kit/icons/icons.ts';
import { useChat } from '../../../stores/client.ts';

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
  return (
    <Menu
      onClose={onClose}
      items={[
        { label: 'Rename', icon: EditIcon, onChoose: onRename },
        isPinned
          ? { label: 'Unpin', icon: UnpinIcon, onChoose: () => void setPinned(id, false) }
          : { label: 'Pin', icon: PinIcon, onChoose: () => void setPinned(id, true) },
        { label: 'Select', icon: SelectIcon, onChoose: onSelect },
        { label: 'Archive', icon: ArchiveIcon, onChoose: () => void setArchived(id, true) },
        { label: 'Delete', icon: DeleteIcon, isDangerous: true, onChoose: onDelete },
      ]}
    >
      {children}
    </Menu>
  );
}
