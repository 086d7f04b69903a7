import type { ApiKey } from '@parley/core';
import { useCallback } from 'react';
import { useChat, useClient } from '../../../stores/client.ts';
import { ignoreNotFound } from '../../../stores/ignore-not-found.ts';
import { useCall } from '../use-call.ts';
import { useFetched } from '../use-fetched.ts';

/** The API keys, newest first, up to date with every device, and the call that revokes one. */
export function useApiKeys() {
  const { api } = useClient();
  const call = useCall();
  const changeCount = useChat((chat) => chat.listChanges['api-keys']);
  const load = useCallback(async () => (await api.apiKeys()).list(), [api]);
  const keys = useFetched(load, changeCount);
  return {
    ...keys,
    call,
    revoke: ({ id }: ApiKey) =>
      call.run(async () => {
        const calls = await api.apiKeys();
        await calls.revoke(id).catch(ignoreNotFound);
        await keys.read();
      }),
  };
}
