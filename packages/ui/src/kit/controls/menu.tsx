import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import type { IconNode } from '../icons/icons.ts';
import { Icon } from '../icons/icon.tsx';
import { MenuFrame } from './menu-frame.tsx';

export interface MenuItem {
  label: string;
  icon: IconNode;
  isDangerous?: boolean;
  onChoose: () => void;
}

interface MenuProps {
  /** The menu's trigger. */
  children: ReactNode;
  items: MenuItem[];
  /** A line above the items. */
  heading?: string | undefined;
  onClose: () => void;
}

/** A menu of actions on one item, open as long as it is mounted. Loaded lazily. */
export function Menu({ children, items, heading, onClose }: MenuProps) {
  return (
    <MenuFrame trigger={children} onClose={onClose}>
      {heading !== undefined && (
        <DropdownMenu.Label className="max-w-60 truncate px-2.5 py-1.5 text-xs text-subtle">
          {heading}
        </DropdownMenu.Label>
      )}
      {items.map(({ label, icon, isDangerous, onChoose }) => (
        <DropdownMenu.Item
          key={label}
          onSelect={onChoose}
          className={`flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 outline-none select-none data-highlighted:bg-hover max-md:h-11 ${isDangerous ? 'text-danger' : 'text-muted data-highlighted:text-ink'}`}
        >
          <Icon icon={icon} size="sm" />
          {label}
        </DropdownMenu.Item>
      ))}
    </MenuFrame>
  );
}
