import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { Scrim } from './scrim.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface DialogProps {
  title: string;
  /** `wide`: 32.5 rem, for lists of settings. */
  size?: 'normal' | 'wide';
  onClose: () => void;
  children: ReactNode;
}

/** A window over the page: a card on wide screens, a sheet from the bottom on phones. It is open as long as it is mounted. */
export function Dialog({ title, size = 'normal', onClose, children }: DialogProps) {
  const returnFocus = useFocusReturn();
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        {/* Radix begins to listen for a press outside a moment after it has opened, and would miss a quick one. */}
        <Scrim placement="sheet" onPress={onClose}>
          <Primitive.Content
            aria-describedby={undefined}
            onCloseAutoFocus={returnFocus}
            className={`relative max-h-[calc(100dvh-1.5rem)] w-full animate-rise overflow-auto rounded-lg bg-raised p-6 shadow-dialog outline-none max-md:animate-sheet max-md:rounded-b-none max-md:pb-[max(1.5rem,env(safe-area-inset-bottom))] ${size === 'wide' ? 'md:max-w-130' : 'md:max-w-100'}`}
          >
            <Primitive.Title className="pr-10 text-lg font-strong tracking-tight">{title}</Primitive.Title>
            {children}
            <IconButton label="Close" icon={X} className="absolute top-3 right-3" onClick={onClose} />
          </Primitive.Content>
        </Scrim>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
