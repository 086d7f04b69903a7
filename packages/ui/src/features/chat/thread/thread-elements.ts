import { createContext, use, useCallback, type RefCallback } from 'react';

/** What is on screen of a conversation, for parts that bring it into view. */
export interface ThreadElements {
  /** Rows by the key of their message. */
  rows: Map<string, HTMLElement>;
  /** Version switches by the id of the first version, which all versions share. */
  versions: Map<string, HTMLElement>;
}

export const createThreadElements = (): ThreadElements => ({ rows: new Map(), versions: new Map() });

export const ThreadElementsContext = createContext<ThreadElements>(createThreadElements());

/** A `ref` that registers its element for as long as it is on screen. */
export function useThreadElement(kind: keyof ThreadElements, key: string): RefCallback<HTMLElement> {
  const elements = use(ThreadElementsContext)[kind];
  return useCallback(
    (element) => {
      if (!element) return;
      elements.set(key, element);
      return () => {
        if (elements.get(key) === element) elements.delete(key);
      };
    },
    [elements, key],
  );
}
