import { INFO_PAGES, type InfoPageId, t } from '@parley/core';
import type { ReactNode } from 'react';
import { Menu } from '../../../kit/controls/menu.tsx';
import {
  ContactIcon,
  InfoIcon,
  PrivateIcon,
  ShortcutsIcon,
  StatusIcon,
  type IconNode,
} from '../../../kit/icons/icons.ts';
import { navigate } from '../../../kit/overlays/navigate.ts';

const PAGES: Partial<Record<InfoPageId, IconNode>> = {
  help: InfoIcon,
  contact: ContactIcon,
  status: StatusIcon,
  privacy: PrivateIcon,
};

interface HelpMenuProps {
  onShortcuts: () => void;
  onClose: () => void;
  /** The menu's trigger. */
  children: ReactNode;
}

/** Leads from the chat to the information pages and the keyboard shortcuts. Loaded lazily. */
export function HelpMenu({ onShortcuts, onClose, children }: HelpMenuProps) {
  const pages = INFO_PAGES.flatMap(({ id, label }) => {
    const icon = PAGES[id];
    return icon ? [{ label, icon, onChoose: () => navigate(`/${id}`) }] : [];
  });
  return (
    <Menu
      onClose={onClose}
      items={[...pages, { label: t`Keyboard shortcuts`, icon: ShortcutsIcon, onChoose: onShortcuts }]}
    >
      {children}
    </Menu>
  );
}
