import type { Message } from '@parley/core';
import { useEffect, useState } from 'react';
import { useChat, useChatStore, useClient } from '../../../stores/client.ts';

/** Tells those who listen that a reply begins and how it ended, never its single words. */
export function Announcer({ conversationId }: { conversationId: string }) {
  const chat = useChatStore();
  const { platform } = useClient();
  const { productName } = platform.settings;
  const key = useChat((state) => state.threads[conversationId]?.reply?.messageId ?? null);
  const [words, setWords] = useState('');
  useEffect(() => {
    if (key === null) return;
    setWords(`${productName} is replying.`);
    return () => setWords(ending(chat.getState().messages[key]));
  }, [chat, key, productName]);
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}

function ending(reply: Message | undefined): string {
  switch (reply?.status) {
    case 'complete':
      return 'The reply is complete.';
    case 'stopped':
      return 'The reply was stopped.';
    case 'failed':
    case 'interrupted':
      return `The reply failed. ${reply.error ?? ''}`;
    default:
      return '';
  }
}
