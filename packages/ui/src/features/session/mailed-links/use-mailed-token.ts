import { useEffect, useState } from 'react';

/**
 * Reads the token after the `#` of the URL and removes it from the URL at once, so that neither the history nor the
 * screen shows it. Null before it is read, empty if there is none.
 */
export function useMailedToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const take = () => {
      const found = location.hash.slice(1);
      if (found !== '') history.replaceState(null, '', location.pathname);
      setToken((known) => (found === '' ? (known ?? '') : found));
    };
    take();
    // Pasting a second link into the address bar of this page does not reload it.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}
