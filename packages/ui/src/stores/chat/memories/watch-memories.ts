import type { Memory } from '@parley/core';
import type { Client } from '../../client.ts';
import type { ChatStore } from '../chat-store.ts';

/**
 * Loads what the assistant remembered, now and after every change on any device, so that each reply shows what it
 * remembered as long as that is kept. Returns a function that ends it.
 */
export function watchMemories(client: Client, chat: ChatStore): () => void {
  let isEnded = false;
  const load = async (): Promise<void> => {
    const { listChanges } = chat.getState();
    const { readMemories } = await import('../../offline/read-settings.ts');
    const listed = await readMemories(client);
    if (isEnded || listChanges.memories !== chat.getState().listChanges.memories) return;
    chat.setState({ memories: byReply(listed.memories) });
  };
  // Without them replies show less; the next change loads them again.
  const tryLoading = () => void load().catch(() => {});
  tryLoading();
  const forget = chat.subscribe((now, before) => {
    // Signing out resets the counter.
    if (now.listChanges.memories > before.listChanges.memories) tryLoading();
  });
  return () => {
    isEnded = true;
    forget();
  };
}

function byReply(memories: readonly Memory[]): Record<string, Memory[]> {
  const remembered = memories.filter(({ messageId }) => messageId !== null);
  return Object.groupBy(remembered, ({ messageId }) => messageId ?? '') as Record<string, Memory[]>;
}
