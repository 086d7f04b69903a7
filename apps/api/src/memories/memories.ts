import { randomUUID } from 'node:crypto';
import { AppError, MAX_MEMORIES, MAX_MEMORIES_LENGTH, t } from '@parley/core';
import { numberText } from '../language/speak.ts';
import type { MemoryRecord, MemoryStore } from '../storage/storage.ts';

const LIMITS = { count: MAX_MEMORIES, characters: MAX_MEMORIES_LENGTH };

/**
 * Adds a memory. Repeating the call with the same `id` changes nothing. Throws `invalid-request` when there is no room.
 */
export async function addMemory(
  memories: MemoryStore,
  memory: Pick<MemoryRecord, 'userId' | 'text'> & Partial<Pick<MemoryRecord, 'id' | 'conversationId' | 'messageId'>>,
  now: number,
): Promise<void> {
  const record = {
    id: randomUUID(),
    conversationId: null,
    messageId: null,
    ...memory,
    createdAt: now,
    updatedAt: now,
  };
  if ((await memories.add(record, LIMITS)) === 'full') refuse();
}

/**
 * Changes a memory. False when there is no such one. Throws `invalid-request` when there is no room for a longer one.
 */
export async function changeMemory(
  memories: MemoryStore,
  { userId, id, text }: Pick<MemoryRecord, 'userId' | 'id' | 'text'>,
  now: number,
): Promise<boolean> {
  const outcome = await memories.update(userId, id, text, { characters: MAX_MEMORIES_LENGTH, now });
  if (outcome === 'full') refuse();
  return outcome === 'updated';
}

function refuse(): never {
  const [count, characters] = [numberText(MAX_MEMORIES), numberText(MAX_MEMORIES_LENGTH)];
  const message = t`There is room for ${count} memories with ${characters} characters. Delete some first.`;
  throw new AppError('invalid-request', { message });
}
