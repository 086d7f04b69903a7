import { memo, useState } from 'react';
import { useChatStore } from '../../../../stores/client.ts';
import { estimateHeight } from './estimate-height.ts';
import { MessageRow } from './message-row.tsx';

interface MessageGroupProps {
  conversationId: string;
  keys: string[];
  isFirst: boolean;
  isLast: boolean;
  /** Whether to render its rows, or only their room. */
  isShown: boolean;
  /** Number of rows at its end that render fully at once. */
  near: number;
  /** Key of the question being edited, if it is in this group. */
  edited: string | null;
}

/** A group of rows with `content-visibility`: far from the view it costs nothing, however many rows it has. */
export const MessageGroup = memo(function MessageGroup({
  keys,
  isFirst,
  isLast,
  isShown,
  near,
  edited,
  ...rest
}: MessageGroupProps) {
  const chat = useChatStore();
  const [height] = useState(() => {
    const { messages } = chat.getState();
    return keys.reduce((sum, key) => sum + estimateHeight(messages[key]), 0);
  });
  const last = keys.length - 1;
  return (
    <ol
      className={isLast ? undefined : '[content-visibility:auto]'}
      style={isLast ? undefined : { containIntrinsicHeight: `auto ${height}px` }}
    >
      {isShown &&
        keys.map((key, index) => (
          <MessageRow
            key={key}
            messageId={key}
            isFirst={isFirst && index === 0}
            isLast={isLast && index === last}
            isNear={index > last - near || key === edited}
            {...rest}
          />
        ))}
    </ol>
  );
});
