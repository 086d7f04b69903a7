import { useEffect, useEffectEvent } from 'react';
import type { Notice } from '../../stores/chat-state.ts';
import { useChat } from '../../stores/client.ts';

const told = new WeakSet<Notice>();

/** Leads to the upgrade once for every message that the server refused because the free ones are used up. */
export function useUpgradeAtLimit(onUpgrade: () => void): void {
  const notice = useChat((chat) => (chat.notice?.kind === 'limit' ? chat.notice : null));
  const upgrade = useEffectEvent(onUpgrade);
  useEffect(() => {
    if (notice === null || told.has(notice)) return;
    told.add(notice);
    upgrade();
  }, [notice]);
}
