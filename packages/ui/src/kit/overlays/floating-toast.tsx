import { t } from '@parley/core';
import type { ReactNode } from 'react';
import { CloseIcon, type IconNode } from '../icons/icons.ts';
import { focusOnMount } from './focus-on-mount.ts';
import { Icon } from '../icons/icon.tsx';
import { IconButton } from '../controls/icon-button.tsx';

interface FloatingToastProps {
  icon: IconNode;
  iconClassName: string;
  children: ReactNode;
  onClose: () => void;
}

/** A toast that stays until it is dismissed. */
export function FloatingToast({ icon, iconClassName, children, onClose }: FloatingToastProps) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-5 mx-auto flex max-w-120 animate-rise items-start gap-2.5 rounded-lg bg-raised py-3 pe-2 ps-4 shadow-float">
      <Icon icon={icon} className={`mt-1.5 ${iconClassName}`} />
      <p ref={focusOnMount} tabIndex={-1} role="status" className="flex-1 py-1.5 outline-none">
        {children}
      </p>
      <IconButton label={t`Close`} icon={CloseIcon} onClick={onClose} />
    </div>
  );
}
