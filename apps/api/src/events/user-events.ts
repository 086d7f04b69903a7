import type { ListName, UserEvent } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';

/**
 * Cross-process invalidation message. It says what changed, not the new value; each stream re-reads the value, so the
 * last event sent is always the newest.
 */
export type UserHint =
  | { type: 'user' }
  | { type: 'usage' }
  /** The conversation was created, changed, deleted or restored. */
  | { type: 'conversation'; conversationId: string }
  | Extract<UserEvent, { type: 'reply-started' | 'reply-ended' | 'summarized' }>
  | { type: ListName };

interface Audience {
  listeners: Set<(hint: UserHint) => void>;
  leave: () => void;
}

/** Delivers hints about changed users from any process to the listeners in this one. */
export class UserEvents {
  readonly #cluster: Pick<Cluster, 'publish' | 'subscribe'>;
  readonly #audiences = new Map<string, Audience>();

  constructor(cluster: Pick<Cluster, 'publish' | 'subscribe' | 'onMissed'>) {
    this.#cluster = cluster;
    // A `user` hint makes clients refetch everything.
    cluster.onMissed(() => this.refreshEveryone());
  }

  /** Publishes a hint to a user's listeners in every process; best effort. */
  publish(userId: string, hint: UserHint): void {
    this.#cluster.publish(topicOf(userId), JSON.stringify(hint));
  }

  /** Makes every client of this process refetch everything. */
  refreshEveryone(): void {
    for (const userId of this.#audiences.keys()) this.#hand(userId, { type: 'user' });
  }

  /** Subscribes to a user's hints and returns the unsubscribe function. */
  listen(userId: string, listener: (hint: UserHint) => void): () => void {
    const audience = this.#audiences.get(userId) ?? this.#open(userId);
    audience.listeners.add(listener);
    return () => {
      audience.listeners.delete(listener);
      if (audience.listeners.size > 0 || this.#audiences.get(userId) !== audience) return;
      this.#audiences.delete(userId);
      audience.leave();
    };
  }

  #open(userId: string): Audience {
    const leave = this.#cluster.subscribe(topicOf(userId), (message) =>
      this.#hand(userId, JSON.parse(message) as UserHint),
    );
    const audience: Audience = { listeners: new Set(), leave };
    this.#audiences.set(userId, audience);
    return audience;
  }

  #hand(userId: string, hint: UserHint): void {
    for (const listener of this.#audiences.get(userId)?.listeners ?? []) listener(hint);
  }
}

function topicOf(userId: string): string {
  return `user-events ${userId}`;
}
