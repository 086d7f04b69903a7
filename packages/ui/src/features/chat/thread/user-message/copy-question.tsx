import { t } from '@parley/core';
import { CopyIcon, DoneIcon } from '../../../../kit/icons/icons.ts';
import { IconButton } from '../../../../kit/controls/icon-button.tsx';
import { useCopied } from '../../../../kit/hooks/use-copied.ts';

/** Copies a question. For mouse and keyboard; a finger has the menu for it. */
export function CopyQuestion({ text, className }: { text: string; className: string }) {
  const { copied, copy } = useCopied();
  return (
    <>
      <IconButton
        label={copied ? t`Copied` : t`Copy message`}
        icon={copied ? DoneIcon : CopyIcon}
        iconSize="sm"
        className={`touch:hidden ${className}`}
        onClick={() => copy(text)}
      />
      <span role="status" className="sr-only">
        {copied && t`Copied`}
      </span>
    </>
  );
}
