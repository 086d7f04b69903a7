import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { useOpenOverlay } from '../overlays/open-overlays.ts';

interface MenuFrameProps {
  /** The menu's trigger. */
  trigger: ReactNode;
  side?: 'top' | 'bottom';
  /** Labels and items, of Radix. */
  children: ReactNode;
  onClose: () => void;
}

/** The box of a menu that is open as long as it is mounted. */
export function MenuFrame({ trigger, side = 'bottom', children, onClose }: MenuFrameProps) {
  useOpenOverlay('menu');
  return (
    // Not modal: Radix would hide the page's scroll bars with an inline style sheet, which the page's CSP forbids.
    <DropdownMenu.Root
      dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}
      defaultOpen
      modal={false}
      onOpenChange={(open) => !open && onClose()}
    >
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          side={side}
          sideOffset={side === 'top' ? 6 : 4}
          collisionPadding={8}
          className="z-20 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 animate-appear overflow-y-auto rounded-lg bg-raised p-1 shadow-float outline-none"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
