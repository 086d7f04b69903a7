import { createContext, use, useCallback, useEffect, useState } from 'react';
import { useChatStore } from '../../../../stores/client.ts';
import { createUnreadMarkers, type UnreadMarkers } from './unread-markers.ts';
import { readPositionsOf } from './read-positions.ts';

export const UnreadMarkersContext = createContext<UnreadMarkers | null>(null);

/** Creates the unread markers of one conversation, for as long as it is shown. */
export function useNewUnreadMarkers(): UnreadMarkers {
  const chat = useChatStore();
  const [marks] = useState(() =>
    createUnreadMarkers(readPositionsOf(chat), (key) => (chat.getState().messages[key]?.text ?? '') !== ''),
  );
  useEffect(() => marks.follow(), [marks]);
  return marks;
}

/** Returns a ref for a reply's element that keeps unread markers on its blocks. */
export function useUnreadMarkers(messageId: string) {
  const marks = use(UnreadMarkersContext);
  return useCallback(
    (reply: HTMLElement | null) => (reply && marks ? marks.watch(messageId, reply) : undefined),
    [marks, messageId],
  );
}
