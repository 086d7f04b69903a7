import type { Message } from '@parley/core';
import { Check, Copy, RotateCw } from 'lucide-react';
import { IconButton } from '../../../kit/icon-button.tsx';
import { useCopied } from '../../../kit/use-copied.ts';

interface ReplyActionsProps {
  message: Message;
  /** The last reply always shows its actions; older ones under the pointer or the focus. */
  isLast: boolean;
  onRetry: () => void;
}

export function ReplyActions({ message, isLast, onRetry }: ReplyActionsProps) {
  const { copied, copy } = useCopied();
  const text = textToCopy(message);
  const quiet = isLast
    ? ''
    : 'opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100';
  return (
    <div className={`mt-3 -ml-[7px] flex min-h-8 items-center gap-0.5 ${quiet}`}>
      {text !== '' && (
        <IconButton
          label={copied ? 'Copied' : 'Copy'}
          icon={copied ? Check : Copy}
          iconSize="sm"
          onClick={() => copy(text)}
        />
      )}
      <IconButton label="Retry generation" icon={RotateCw} iconSize="sm" onClick={onRetry} />
    </div>
  );
}

function textToCopy(message: Message): string {
  return (message.mode === 'thinking' && message.answerContent) || message.text;
}
