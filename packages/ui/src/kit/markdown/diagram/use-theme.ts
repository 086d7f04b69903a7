import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** The page's theme, read from the root element. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
  return () => observer.disconnect();
}

function read(): Theme {
  return getComputedStyle(document.documentElement).colorScheme.includes('dark') ? 'dark' : 'light';
}
