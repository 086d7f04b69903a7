import { t } from '@parley/core';
import type { ReactNode } from 'react';
import { DoneIcon, CopyIcon } from '../../icons/icons.ts';
import { useCopied } from '../../hooks/use-copied.ts';
import { Icon } from '../../icons/icon.tsx';

interface CopyButtonProps {
  /** Accessible name, such as "Copy code". */
  label: string;
  /** The same after a press, for a moment. */
  copiedLabel: string;
  /** Copies on press, and resolves to whether it worked. */
  copy: () => Promise<boolean>;
}

/** Copies part of a reply. */
export function CopyButton({ label, copiedLabel, copy: copyPart }: CopyButtonProps): ReactNode {
  const { copied, copy } = useCopied();
  return (
    <>
      <button
        type="button"
        className="code__button"
        aria-label={copied ? copiedLabel : label}
        onClick={() => copy(copyPart())}
      >
        <Icon icon={copied ? DoneIcon : CopyIcon} size="xs" />
        {copied ? t`Copied` : t`Copy`}
      </button>
      <span className="sr-only" role="status">
        {copied ? t`Copied` : ''}
      </span>
    </>
  );
}
