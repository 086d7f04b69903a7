import { createContext, use, useCallback, type RefCallback } from 'react';

/** The mounted elements of a conversation, for components that scroll to them. */
export interface ThreadElements {
  /** Rows by message key. */
  rows: Map<string, HTMLElement>;
  /** Version switches by the id of the first version, which all versions share. */
  versions: Map<string, HTMLElement>;
}

export const createThreadElements = (): ThreadElements => ({ rows: new Map(), versions: new Map() });

export const ThreadElementsContext = createContext<ThreadElements>(createThreadElements());

/** Returns a `ref` that registers its element while it is mounted. */
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
