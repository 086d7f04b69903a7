import { useEffect } from 'react';
import { setPageTitle } from '../kit/layout/page-title.ts';
import { useClient } from '../stores/client.ts';

/** Sets the document's title; null leaves it to the page itself. */
export function usePageTitle(title: string | null): void {
  const { productName } = useClient().platform.settings;
  useEffect(() => {
    if (title !== null) setPageTitle(`${title} · ${productName}`);
  }, [title, productName]);
}
