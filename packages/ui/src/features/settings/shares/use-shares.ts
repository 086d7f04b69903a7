import { AppError, type Share } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { useChat, useClient } from '../../../stores/client.ts';
import { useCall } from '../use-call.ts';

/** The share links, up to date with every device, and the call that revokes one. */
export function useShares() {
  const { api } = useClient();
  const call = useCall();
  const changeCount = useChat((chat) => chat.shareChangeCount);
  const [shares, setShares] = useState<Share[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const read = useCallback(async () => {
    try {
      setShares(await (await api.shares()).list());
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, [api]);
  useEffect(() => void read(), [read, changeCount]);
  return {
    /** Newest first; null until they are loaded. */
    shares,
    /** Whether they could not be loaded. */
    hasFailed,
    read,
    call,
    revoke: ({ id }: Share) =>
      call.run(async () => {
        try {
          await (await api.shares()).revoke(id);
        } catch (error) {
          // A link that no longer exists counts as revoked.
          if (!(error instanceof AppError && error.code === 'not-found')) throw error;
        }
        await read();
      }),
  };
}
