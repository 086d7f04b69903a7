import { memo, useState } from 'react';
import { useChatStore } from '../../../stores/client.ts';
import { estimateHeight } from './estimate-height.ts';
import { MessageRow } from './message-row.tsx';

interface MessageGroupProps {
  conversationId: string;
  keys: string[];
  isFirst: boolean;
  isLast: boolean;
  /** How many turns at its end are drawn whole at once. */
  near: number;
  /** The question that is being edited, if it is one of these. */
  edited: string | null;
}

/** Turns that the browser looks at together: one that is far from the view costs nothing however many turns are in it. */
export const MessageGroup = memo(function MessageGroup({
  keys,
  isFirst,
  isLast,
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
      {keys.map((key, index) => (
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
