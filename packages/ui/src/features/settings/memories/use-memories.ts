import { type MemoriesResponse } from '@parley/core';
import { useCallback, useRef } from 'react';
import type { createMemoryCalls } from '../../../api/calls/memory-calls.ts';
import { useChat, useClient } from '../../../stores/client.ts';
import { readMemories } from '../../../stores/offline/read-settings.ts';
import { newUuid } from '../../../stores/chat/new-uuid.ts';
import { useCall } from '../use-call.ts';
import { useFetched } from '../use-fetched.ts';

type Listed = Pick<MemoriesResponse, 'memories' | 'isOn'>;
type Calls = ReturnType<typeof createMemoryCalls>;

/**
 * The memories, up to date with every device, and the calls that change them. Without a connection they are those that
 * this device has read last.
 */
export function useMemories() {
  const client = useClient();
  const { api } = client;
  const call = useCall();
  const changeCount = useChat((chat) => chat.listChanges.memories);
  const load = useCallback((): Promise<Listed> => readMemories(client), [client]);
  const { value, hasFailed, read } = useFetched(load, changeCount);
  /** The ids of memories whose addition failed, by text: the server may have them. */
  const unconfirmed = useRef(new Map<string, string>());
  return {
    listed: value,
    hasFailed,
    read,
    call,
    /** Runs a change and reads the list again. Resolves to whether it succeeded. */
    change: (run: (calls: Calls) => Promise<unknown>) =>
      call.run(async () => {
        try {
          await run(await api.memories());
        } finally {
          await read();
        }
      }),
    /** Adds a memory within `change`. Repeating it after a lost answer adds no second one. */
    async add(calls: Calls, text: string): Promise<void> {
      const id = unconfirmed.current.get(text) ?? newUuid();
      unconfirmed.current.set(text, id);
      await calls.add({ id, text });
      unconfirmed.current.delete(text);
    },
    turn: (isOn: boolean) =>
      call.run(async () => {
        await (await api.account()).setPreferences({ keepsMemories: isOn });
        await read();
      }),
  };
}
