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
  /** False when it is unknown. */
  update(userId: string, id: string, text: string, now: number): Promise<boolean>;
  /** Removes these memories. Returns how many there were. */
  remove(userId: string, ids: readonly string[]): Promise<number>;
}
