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
  const above = isFirst ? '' : message.isUser ? 'pt-12' : 'pt-6';
  return (
    <li className={`px-6 max-md:px-4 ${above}`}>
      <div className="mx-auto w-full max-w-(--column)">
        {message.isUser ? (
          <UserBubble text={message.text} />
        ) : (
          <Reply message={message} isLast={isLast} onRetry={() => void retry(conversationId, messageId)} />
        )}
      </div>
    </li>
  );
});
