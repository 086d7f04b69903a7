import { useEffect, useState } from 'react';

/**
 * The token after the `#` of the address, which is taken out of the address at once: it stays in no history and is on no
 * screen. Null before it is read, empty where there is none.
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
    // A second link that is pasted into the address bar of this page does not reload it.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}
