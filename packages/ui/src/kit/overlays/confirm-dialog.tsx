import { t } from '@parley/core';
import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseIcon } from '../icons/icons.ts';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Scrim } from './scrim.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface ConfirmDialogProps {
  title: string;
  message: string;
  /** A choice below the message. */
  children?: ReactNode;
  confirmText?: string;
  cancelText?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an action that cannot be undone; the focus starts on the safe answer. */
export function ConfirmDialog({
  title,
  message,
  children,
  confirmText = t`Delete`,
  cancelText = t`Cancel`,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const returnFocus = useFocusReturn();
  return (
    <AlertDialog.Root open onOpenChange={onClose}>
      <AlertDialog.Portal>
        <Scrim placement="center" onBack={onClose}>
          <AlertDialog.Content
            onCloseAutoFocus={returnFocus}
            className="relative w-full max-w-100 animate-rise rounded-lg bg-raised p-6 shadow-dialog outline-none"
          >
            <AlertDialog.Title className="pe-10 text-lg font-strong tracking-tight">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 wrap-anywhere text-muted">{message}</AlertDialog.Description>
            {children}
            <div className="mt-6 flex justify-end gap-2">
              <AlertDialog.Cancel asChild>
                <Button variant="secondary">{cancelText}</Button>
              </AlertDialog.Cancel>
              <AlertDialog.Action asChild>
                <Button variant="danger" onClick={onConfirm}>
                  {confirmText}
                </Button>
              </AlertDialog.Action>
            </div>
            <IconButton label={t`Close`} icon={CloseIcon} className="absolute top-3 end-3" onClick={onClose} />
          </AlertDialog.Content>
        </Scrim>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
