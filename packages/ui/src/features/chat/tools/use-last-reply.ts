import { useState } from 'react';
import { useChat } from '../../../stores/client.ts';

/** Key of the running reply of a conversation, or of the last one since the conversation was opened; null if none. */
export function useLastReply(conversationId: string): string | null {
  const running = useChat((chat) => chat.threads[conversationId]?.reply?.messageId ?? null);
  const [last, setLast] = useState(running);
  if (running !== null && running !== last) setLast(running);
  return running ?? last;
}
