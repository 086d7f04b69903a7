import { useState } from 'react';
import { useChat } from '../../../stores/client.ts';

/** Key of the reply that is being written in a conversation, or was last since it is shown; null before that. */
export function useLastReply(conversationId: string): string | null {
  const running = useChat((chat) => chat.threads[conversationId]?.reply?.messageId ?? null);
  const [last, setLast] = useState(running);
  if (running !== null && running !== last) setLast(running);
  return running ?? last;
}
