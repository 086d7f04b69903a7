import type { Share } from '@parley/core';
import { useCallback } from 'react';
import { useChat, useClient } from '../../../stores/client.ts';
import { ignoreNotFound } from '../../../stores/ignore-not-found.ts';
import { useCall } from '../use-call.ts';
import { useFetched } from '../use-fetched.ts';

/** The share links, newest first, up to date with every device, and the call that revokes one. */
export function useShares() {
  const { api } = useClient();
  const call = useCall();
  // The links of a conversation go with it, and come back with it.
  const changeCount = useChat((chat) => chat.changeCount + chat.listChanges.shares);
  const load = useCallback(async () => (await api.shares()).list(), [api]);
  const shares = useFetched(load, changeCount);
  return {
    ...shares,
    call,
    revoke: ({ id }: Share) =>
      call.run(async () => {
        const calls = await api.shares();
        await calls.revoke(id).catch(ignoreNotFound);
        await shares.read();
      }),
  };
}
