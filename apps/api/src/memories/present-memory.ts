import type { Memory } from '@parley/core';
import type { MemoryRecord } from '../storage/storage.ts';
import { isoTime } from '../iso-time.ts';

/** A memory as its user sees it. */
export function presentMemory({ id, text, conversationId, messageId, createdAt, updatedAt }: MemoryRecord): Memory {
  return { id, text, conversationId, messageId, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}
