/** Who wants to hear of which user in this process. */
export class UserEvents {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Tells all who listen that the user may be another now. */
  tell(userId: string): void {
    for (const listener of this.#listeners.get(userId) ?? []) listener();
  }

  /** How many listen to a user. */
  count(userId: string): number {
    return this.#listeners.get(userId)?.size ?? 0;
  }

  /** Returns how to stop listening. */
  listen(userId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(userId);
    };
  }
}
