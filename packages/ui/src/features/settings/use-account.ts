import type { SignInProvider } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { useChat, useClient } from '../../stores/client.ts';
import { readAccount } from '../../stores/offline/read-settings.ts';
import { problemText } from '../../stores/problem-text.ts';

export type AccountReading =
  | { status: 'loading' }
  | { status: 'failed'; problem: string }
  | {
      status: 'ready';
      hasPassword: boolean;
      hasSecondFactor: boolean;
      searchesByItself: boolean;
      about: string;
      answerStyle: string;
      /** Apple and the OpenID Connect providers of the server. */
      signInProviders: SignInProvider[];
      nextExportAt: string | null;
    };

/**
 * Loads the signed-in account: on mount, after a change on another device, and when the user returns to the page or
 * reconnects, since addresses are verified elsewhere. Without a connection it is what this device has read last.
 */
export function useAccount(isSignedIn: boolean) {
  const client = useClient();
  const changeCount = useChat((chat) => chat.changeCount);
  const [account, setAccount] = useState<AccountReading>({ status: 'loading' });
  const read = useCallback(async () => {
    try {
      const {
        user,
        hasPassword,
        hasSecondFactor = false,
        searchesByItself = true,
        about = '',
        answerStyle = '',
        signInProviders = [],
        nextExportAt,
      } = await readAccount(client);
      client.session.getState().updateUser(user);
      setAccount({
        status: 'ready',
        hasPassword,
        hasSecondFactor,
        searchesByItself,
        about,
        answerStyle,
        signInProviders,
        nextExportAt,
      });
    } catch (error) {
      // Keep the last successful response.
      setAccount((known) => (known.status === 'ready' ? known : { status: 'failed', problem: problemText(error) }));
    }
  }, [client]);
  useEffect(() => {
    if (isSignedIn) void read();
  }, [isSignedIn, read, changeCount]);
  useEffect(() => {
    if (!isSignedIn) return;
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
