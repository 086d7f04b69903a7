import { useEffect } from 'react';
import { useClient } from '../stores/client.ts';

/** Sets the document's title; null leaves it to the page itself. */
export function usePageTitle(title: string | null): void {
  const { productName } = useClient().platform.settings;
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${productName}`;
  }, [title, productName]);
}
