import { t } from '@parley/core';
import type { Message, ToolCall } from '@parley/core';
import { useEffect, useState } from 'react';
import { useChat, useChatStore, useClient } from '../../../stores/client.ts';
import { toolName, toolWords } from '../tools/tool-words.ts';

/** Announces to screen readers that a reply starts, which tools it uses, and how it ended, but not its text. */
export function Announcer({ conversationId }: { conversationId: string }) {
  const chat = useChatStore();
  const { productName } = useClient().platform.settings;
  const key = useChat((state) => state.threads[conversationId]?.reply?.messageId ?? null);
  const calls = useChat((state) => (key === null ? undefined : state.messages[key]?.toolCalls));
  const [words, setWords] = useState('');
  useEffect(() => {
    if (key === null) return;
    setWords(t`${productName} is replying.`);
    return () => setWords(ending(chat.getState().messages[key]));
  }, [chat, key, productName]);
  useEffect(() => {
    const newest = calls?.at(-1);
    if (newest) setWords(doing(newest));
  }, [calls]);
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}

function doing(call: ToolCall): string {
  const words = toolWords(call);
  switch (call.status) {
    case 'starting':
    case 'completed':
      // A memory may be a whole sentence.
      return /[\p{STerm}…]$/u.test(words) ? words : t`${words}.`;
    case 'error':
      return t`${toolName(call)} failed.`;
  }
}

function ending(reply: Message | undefined): string {
  switch (reply?.status) {
    case 'complete':
      return t`The reply is complete.`;
    case 'stopped':
      return t`The reply was stopped.`;
    case 'failed':
    case 'interrupted':
      return t`The reply failed. ${reply.error ?? ''}`;
    default:
      return '';
  }
}
