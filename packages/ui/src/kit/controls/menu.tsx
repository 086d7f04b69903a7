import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import type { IconNode } from '../icons/icons.ts';
import { Icon } from '../icons/icon.tsx';
import { useOpenOverlay } from '../overlays/open-overlays.ts';

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
  useOpenOverlay('menu');
  return (
    // Not modal: Radix would hide the page's scroll bars with an inline style sheet, which the page's CSP forbids.
    <DropdownMenu.Root
      dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}
      defaultOpen
      modal={false}
      onOpenChange={(open) => !open && onClose()}
    >
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-20 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 animate-appear overflow-y-auto rounded-lg bg-raised p-1 shadow-float outline-none"
        >
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
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
