import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';

export type AccountReading =
  | { status: 'loading' }
  | { status: 'failed'; problem: string }
  | { status: 'ready'; hasPassword: boolean; searchesByItself: boolean; nextExportAt: string | null };

/**
 * Loads the signed-in account: on mount, and again when the user returns to the page or reconnects, since addresses are
 * verified elsewhere.
 */
export function useAccount(isSignedIn: boolean) {
  const { api, session } = useClient();
  const [account, setAccount] = useState<AccountReading>({ status: 'loading' });
  const read = useCallback(async () => {
    try {
      const { user, hasPassword, searchesByItself = true, nextExportAt } = await api.account();
      session.getState().updateUser(user);
      setAccount({ status: 'ready', hasPassword, searchesByItself, nextExportAt });
    } catch (error) {
      // Keep the last successful response.
      setAccount((known) => (known.status === 'ready' ? known : { status: 'failed', problem: problemText(error) }));
    }
  }, [api, session]);
  useEffect(() => {
    if (!isSignedIn) return;
    void read();
    const again = () => void read();
    addEventListener('focus', again);
    addEventListener('online', again);
    return () => {
      removeEventListener('focus', again);
      removeEventListener('online', again);
    };
  }, [isSignedIn, read]);
  return { account, read };
}
