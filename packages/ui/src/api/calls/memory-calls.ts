import { textOrNull, type MemoriesResponse, type NewMemory, type ShapeOf } from '@parley/core';
import type { Read } from '../create-transport.ts';

const MEMORIES = '/api/account/memories';
const LISTED: ShapeOf<MemoriesResponse> = {
  memories: [{ id: '', text: '', conversationId: textOrNull, messageId: textOrNull, createdAt: '', updatedAt: '' }],
  isOn: true,
};

/** The calls about memories, loaded with the first of them. Rejects as the API client does. */
export function createMemoryCalls(read: Read) {
  const path = (id: string): string => `${MEMORIES}/${encodeURIComponent(id)}`;
  return {
    /** Oldest first. */
    list: (): Promise<MemoriesResponse> => read(LISTED, MEMORIES),
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
