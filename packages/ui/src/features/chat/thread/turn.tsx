import type { Message } from '@parley/core';
import { memo } from 'react';
import { useChat } from '../../../stores/client.ts';
import { Reply } from './reply.tsx';
import { UserBubble } from './user-bubble.tsx';

interface TurnProps {
  conversationId: string;
  /** Key of the message; the only one this turn is drawn again for. */
  messageId: string;
  isFirst: boolean;
  isLast: boolean;
}

export const Turn = memo(function Turn({ conversationId, messageId, isFirst, isLast }: TurnProps) {
  const message = useChat((chat) => chat.messages[messageId]);
  const retry = useChat((chat) => chat.retry);
  if (!message) return null;
  const above = isFirst ? '' : message.isUser ? 'pt-11' : 'pt-5';
  // The newest turn is always drawn: its height is what the page follows.
  const isLazy = !isLast && message.status !== 'streaming';
  return (
    <li
      data-message={messageId}
      className={`px-6 pb-1 max-md:px-4 ${above} ${isLazy ? '[content-visibility:auto]' : ''}`}
      style={isLazy ? { containIntrinsicHeight: `auto ${guessHeight(message)}px` } : undefined}
    >
      <div className="mx-auto w-full max-w-(--column)">
        {message.isUser ? (
          <UserBubble conversationId={conversationId} messageId={messageId} message={message} />
        ) : (
          <Reply
            conversationId={conversationId}
            messageId={messageId}
            message={message}
            isLast={isLast}
            onRetry={() => void retry(conversationId, messageId)}
          />
        )}
      </div>
    </li>
  );
});

/** Pixels that a turn will take, about, until it has once been drawn: what the scroll bar shows of it. */
function guessHeight({ text, attachments = [], imageUrl }: Message): number {
  const lines = Math.ceil(text.length / 65) + text.split('\n\n', 200).length;
  return 80 + Math.min(lines, 400) * 22 + attachments.length * 120 + (imageUrl === undefined ? 0 : 340);
}
