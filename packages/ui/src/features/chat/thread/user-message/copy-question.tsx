import { t } from '@parley/core';
import { CopyIcon, DoneIcon } from '../../../../kit/icons/icons.ts';
import { IconButton } from '../../../../kit/controls/icon-button.tsx';

interface CopyQuestionProps {
  /** Whether it has just been copied, here or in the menu. */
  copied: boolean;
  onCopy: () => void;
  className: string;
}

/** Copies a question, and announces that. The button is for mouse and keyboard; a finger has the menu for it. */
export function CopyQuestion({ copied, onCopy, className }: CopyQuestionProps) {
  return (
    <>
      <IconButton
        label={copied ? t`Copied` : t`Copy message`}
        icon={copied ? DoneIcon : CopyIcon}
        iconSize="sm"
        className={`touch:hidden ${className}`}
        onClick={onCopy}
      />
      <span role="status" className="sr-only">
        {copied && t`Copied`}
      </span>
    </>
  );
}
