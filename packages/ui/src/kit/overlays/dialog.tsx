import { t } from '@parley/core';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { BackIcon, CloseIcon } from '../icons/icons.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { keepFocus } from './keep-focus.ts';

interface DialogProps {
  title: string;
  /** `wide`: 32.5 rem, for lists of settings. */
  size?: 'normal' | 'wide';
  /** Set on a page behind another one of the same dialog; returns to that page. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
  /** Finds what gets the focus afterwards if the element that had it is gone, such as a menu's row. */
  returnsTo?: () => HTMLElement | null;
  children: ReactNode;
}

/** A dialog: a card on wide screens, a bottom sheet on phones. It is open as long as it is mounted. */
export function Dialog({ title, size = 'normal', onBack, onClose, returnsTo, children }: DialogProps) {
  return (
    <DialogFrame
      placement="sheet"
      ref={keepFocus}
      aria-describedby={undefined}
      onBack={onBack ?? onClose}
      onClose={onClose}
      returnsTo={returnsTo}
      className={`relative flex max-h-[calc(var(--visible-height)-1.5rem)] w-full flex-col overflow-hidden rounded-lg max-md:animate-sheet max-md:rounded-b-none ${size === 'wide' ? 'md:max-w-130' : 'md:max-w-100'}`}
    >
      <div className="relative z-1 flex shrink-0 items-center gap-1 bg-raised pt-6 pe-14 pb-1 ps-[min(1.5rem,7vw)]">
        {onBack && <IconButton label={t`Back`} icon={BackIcon} className="-my-0.5 -ms-2 mirrored" onClick={onBack} />}
        <Primitive.Title className="min-w-0 text-lg font-strong tracking-tight wrap-anywhere">{title}</Primitive.Title>
      </div>
      <div className="-mt-1 min-h-0 overflow-auto px-[min(1.5rem,7vw)] pb-6 max-md:pb-[max(1.5rem,var(--safe-bottom))]">
        {children}
      </div>
      <IconButton label={t`Close`} icon={CloseIcon} className="absolute top-3 end-3 z-1" onClick={onClose} />
    </DialogFrame>
  );
}
