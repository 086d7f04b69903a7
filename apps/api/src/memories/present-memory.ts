import type { Memory } from '@parley/core';
import type { MemoryRecord } from '../storage/storage.ts';

/** A memory as its user sees it. */
export function presentMemory({ id, text, conversationId, messageId, createdAt, updatedAt }: MemoryRecord): Memory {
  const iso = (time: number) => new Date(time).toISOString();
  return { id, text, conversationId, messageId, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}
