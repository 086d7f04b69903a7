import type { MemoriesResponse, NewMemory } from '@parley/core';
import type { Call } from '../create-transport.ts';
import type { Responses } from '../read-response.ts';

type Read = <Name extends keyof Responses>(name: Name, path: string, call?: Call) => Promise<Responses[Name]>;

const MEMORIES = '/api/account/memories';

/** The calls about memories, loaded with the first of them. Rejects as the API client does. */
export function createMemoryCalls(read: Read) {
  const path = (id: string): string => `${MEMORIES}/${encodeURIComponent(id)}`;
  return {
    /** Oldest first. */
    list: (): Promise<MemoriesResponse> => read('memories', MEMORIES),
    async add(body: NewMemory): Promise<void> {
      await read('success', MEMORIES, { method: 'POST', body });
    },
    async correct(id: string, text: string): Promise<void> {
      await read('success', path(id), { method: 'PATCH', body: { text } });
    },
    async delete(id: string): Promise<void> {
      await read('success', path(id), { method: 'DELETE' });
    },
  };
}
