import { t } from '@parley/core';
import type { Capabilities } from '@parley/core';
import { useId, useRef } from 'react';
import { AttachIcon } from '../../../kit/icons/icons.ts';
import { IconButton } from '../../../kit/controls/icon-button.tsx';

interface AttachButtonProps {
  disabled: boolean;
  capabilities: Capabilities | null;
  onFiles: (files: File[]) => void;
}

/**
 * Opens the file dialog for files of all types: code has endings without number, and the server decides by the bytes.
 */
export function AttachButton({ disabled, capabilities, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const reason = reasonAgainst(capabilities);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files to attach`}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Without this, choosing the same file again fires no change event.
          currentTarget.value = '';
        }}
      />
      <IconButton
        label={t`Attach a file`}
        tooltip={reason ?? t`Attach a file`}
        icon={AttachIcon}
        size="size-9 max-md:size-11"
        disabled={disabled || reason !== null}
        aria-describedby={reason === null ? undefined : id}
        onClick={() => input.current?.click()}
      />
      {reason !== null && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  );
}

/** Why nothing can be attached, if the server accepts neither pictures nor documents. */
function reasonAgainst(capabilities: Capabilities | null): string | null {
  if (!capabilities) return null;
  const { attachImage, attachPdf } = capabilities;
  if (attachImage.ok || attachPdf.ok) return null;
  return attachImage.reason ?? attachPdf.reason ?? t`This server’s model can’t read files.`;
}
