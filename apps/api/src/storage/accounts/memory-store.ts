export interface MemoryRecord {
  /** Unique for its user. */
  id: string;
  userId: string;
  text: string;
  /** Where the assistant remembered it, and in which reply; null if the user wrote it. They may be deleted since. */
  conversationId: string | null;
  messageId: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface MemoryStore {
  /** All memories of a user, oldest first. */
  list(userId: string): Promise<MemoryRecord[]>;
  /**
   * Adds a memory unless the user would then have more than `limits` allow. An id that the user already has changes
   * nothing. Throws `unauthorized` when the user is being deleted.
   */
  add(memory: MemoryRecord, limits: { count: number; characters: number }): Promise<'added' | 'exists' | 'full'>;
  /**
   * Changes the text of a memory, unless it gets longer and all of them would then have more than `characters`.
   */
  update(
    userId: string,
    id: string,
    text: string,
    limits: { characters: number; now: number },
  ): Promise<'updated' | 'unknown' | 'full'>;
  /** Removes these memories. Returns how many there were. */
  remove(userId: string, ids: readonly string[]): Promise<number>;
}

/** Characters of all these memories. */
export function lengthOf(memories: readonly Pick<MemoryRecord, 'text'>[]): number {
  return memories.reduce((sum, { text }) => sum + text.length, 0);
}
