import { ERRORS, type Usage } from '@parley/core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../kit/icon-button.tsx';
import { useOnline } from '../../../kit/use-online.ts';
import { useChat } from '../../../stores/client.ts';

interface HintProps {
  conversationId: string;
  /** Null for those whose messages are not counted. */
  usage: Usage | null;
}

/** The one sentence above the composer: what keeps a message from going out, the gravest reason first. */
export function Hint({ conversationId, usage }: HintProps) {
  const online = useOnline();
  const notice = useChat((chat) => (chat.notice?.conversationId === conversationId ? chat.notice : null));
  const dismiss = useChat((chat) => chat.dismissNotice);
  if (!online) return <Line>You are offline. What you write stays here until you are back.</Line>;
  if (usage?.isLimitReached) {
    return (
      <Line>
        {ERRORS['usage-limit-reached'].message} You can write again {when(usage.periodEnd)}.
      </Line>
    );
  }
  if (!notice) return null;
  return (
    <Line onDismiss={dismiss} isProblem>
      {notice.text}
    </Line>
  );
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
        <IconButton label="Dismiss" icon={X} iconSize="sm" size="size-7" className="-my-1" onClick={onDismiss} />
      )}
    </div>
  );
}

/** The moment in words: the time alone today, the day with it later. */
function when(iso: string): string {
  const moment = new Date(iso);
  const time = moment.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  if (moment.toDateString() === new Date().toDateString()) return `at ${time}`;
  return `on ${moment.toLocaleDateString([], { weekday: 'long' })} at ${time}`;
}
