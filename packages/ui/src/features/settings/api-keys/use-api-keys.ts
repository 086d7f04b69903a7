import { AppError, type ApiKey } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { useChat, useClient } from '../../../stores/client.ts';
import { useCall } from '../use-call.ts';

/** The API keys, up to date with every device, and the call that revokes one. */
export function useApiKeys() {
  const { api } = useClient();
  const call = useCall();
  const changeCount = useChat((chat) => chat.apiKeyChangeCount);
  const [keys, setKeys] = useState<ApiKey[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const read = useCallback(async () => {
    try {
      setKeys(await (await api.apiKeys()).list());
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, [api]);
  useEffect(() => void read(), [read, changeCount]);
  return {
    /** Newest first; null until they are loaded. */
    keys,
    /** Whether they could not be loaded. */
    hasFailed,
    read,
    call,
    revoke: ({ id }: ApiKey) =>
      call.run(async () => {
        try {
          await (await api.apiKeys()).revoke(id);
        } catch (error) {
          // A key that no longer exists counts as revoked.
          if (!(error instanceof AppError && error.code === 'not-found')) throw error;
        }
        await read();
      }),
  };
}
