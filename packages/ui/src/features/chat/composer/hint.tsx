import { sentenceOf, t } from '@parley/core';
import type { ReactNode } from 'react';
import { CloseIcon } from '../../../kit/icons/icons.ts';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import type { Notice } from '../../../stores/chat/chat-state.ts';
import { useChat } from '../../../stores/client.ts';

interface HintProps {
  conversationId: string;
  /** Whether a metered user has used up the free messages. */
  atLimit: boolean;
  /** Why files or modes were just refused. */
  refusals: readonly string[];
  onDismissRefusals: () => void;
}

/** The notices above the composer: what was refused, and only the most important reason that blocks sending. */
export function Hint({ conversationId, atLimit, refusals, onDismissRefusals }: HintProps) {
  const notice = useChat((chat) => (chat.notice && isShownIn(chat.notice, conversationId) ? chat.notice : null));
  const dismiss = useChat((chat) => chat.dismissNotice);
  const state = () => {
    if (atLimit) return <Line>{sentenceOf('usage-limit-reached')}</Line>;
    if (!notice) return null;
    return (
      <Line isProblem onDismiss={dismiss}>
        {notice.text}
      </Line>
    );
  };
  return (
    <>
      {refusals.length > 0 && (
        <Line isProblem onDismiss={onDismissRefusals}>
          {refusals.map((sentence) => (
            <span key={sentence} className="block">
              {sentence}
            </span>
          ))}
        </Line>
      )}
      {state()}
    </>
  );
}

/** Notices about the conversation list are shown in every conversation. */
function isShownIn({ kind, conversationId }: Notice, shown: string): boolean {
  return conversationId === shown || kind === 'delete-failed' || kind === 'change-failed';
}

interface LineProps {
  children: ReactNode;
  isProblem?: boolean;
  onDismiss?: () => void;
}

function Line({ children, isProblem = false, onDismiss }: LineProps) {
  return (
    <div className={`mb-3 flex items-start gap-3 max-md:px-2 ${isProblem ? 'text-danger' : 'text-muted'}`}>
      <p role={isProblem ? 'alert' : 'status'} className="flex-1 text-pretty wrap-anywhere">
        {children}
      </p>
      {onDismiss && (
        <IconButton
          label={t`Dismiss`}
          icon={CloseIcon}
          iconSize="sm"
          size="size-7"
          className="-my-1"
          onClick={onDismiss}
        />
      )}
    </div>
  );
}
