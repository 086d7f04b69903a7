import { receivedText } from '@parley/core';
import { useMemo, useState } from 'react';
import { useChat, useChatStore } from '../../../stores/client.ts';
import { findVersions, type PreviewBlock } from './preview-block.ts';

interface Versions {
  shown: PreviewBlock;
  /** Position of the shown version, from 1. */
  position: number;
  count: number;
  /** Undefined where there is none. */
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

/** The versions of a block in a conversation. A new version replaces the latest one once its reply has ended. */
export function useVersions(conversationId: string, block: PreviewBlock): Versions {
  const chat = useChatStore();
  const messageIds = useChat(({ threads }) => threads[conversationId]?.messageIds);
  const isReplying = useChat(({ threads }) => threads[conversationId]?.reply != null);
  const [chosen, choose] = useState(block);
  const versions = useMemo(() => {
    const { messages } = chat.getState();
    const replies = (messageIds ?? []).flatMap((id) => messages[id] ?? []).filter(({ isUser }) => !isUser);
    const texts = replies.filter((reply) => !isReplying || reply.status !== 'streaming').map(receivedText);
    return findVersions(texts, block);
  }, [chat, messageIds, isReplying, block]);
  const [last, setLast] = useState(versions.at(-1));
  if (last?.code !== versions.at(-1)?.code) {
    setLast(versions.at(-1));
    if (last?.code === chosen.code) choose(versions.at(-1) ?? block);
  }
  const index = Math.max(
    0,
    versions.findIndex(({ code }) => code === chosen.code),
  );
  const step = (by: number) => {
    const other = versions[index + by];
    return other && (() => choose(other));
  };
  return {
    shown: versions[index] ?? block,
    position: index + 1,
    count: versions.length,
    previous: step(-1),
    next: step(1),
  };
}
