import { createContext, use, useCallback, useEffect, useState } from 'react';
import { useChatStore } from '../../../stores/client.ts';
import { createPlaceMarks, type PlaceMarks } from './place-marks.ts';
import { readingMemoryOf } from './reading-memory.ts';

export const PlaceMarksContext = createContext<PlaceMarks | null>(null);

/** The marks of one conversation, for as long as it is shown. */
export function useNewPlaceMarks(): PlaceMarks {
  const chat = useChatStore();
  const [marks] = useState(() =>
    createPlaceMarks(readingMemoryOf(chat), (key) => (chat.getState().messages[key]?.text ?? '') !== ''),
  );
  useEffect(() => marks.follow(), [marks]);
  return marks;
}

/** For the element of a reply: keeps marks on its blocks. */
export function usePlaceMarks(messageId: string) {
  const marks = use(PlaceMarksContext);
  return useCallback(
    (reply: HTMLElement | null) => (reply && marks ? marks.watch(messageId, reply) : undefined),
    [marks, messageId],
  );
}
