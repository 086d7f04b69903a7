import type { UserEvent } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';

/**
 * What is told between processes: that something is another now. How it is then is read by whoever tells a client, so that
 * what is told last is also the latest.
 */
export type UserHint =
  | { type: 'user' }
  | { type: 'usage' }
  /** It is new, changed, deleted or restored. */
  | { type: 'conversation'; conversationId: string }
  | Extract<UserEvent, { type: 'reply-started' | 'reply-ended' }>;

interface Audience {
  listeners: Set<(hint: UserHint) => void>;
  leave: () => void;
}

/** Hints of what changes for users, from whatever process to all who listen in this one. */
export class UserEvents {
  readonly #cluster: Pick<Cluster, 'publish' | 'subscribe'>;
  readonly #audiences = new Map<string, Audience>();

  constructor(cluster: Pick<Cluster, 'publish' | 'subscribe' | 'onMissed'>) {
    this.#cluster = cluster;
    // Whoever hears of the user reads everything anew.
    cluster.onMissed(() => {
      for (const userId of this.#audiences.keys()) this.#hand(userId, { type: 'user' });
    });
  }

  /** Tells all who listen to a user, in every process; best effort. */
  tell(userId: string, hint: UserHint): void {
    this.#cluster.publish(topicOf(userId), JSON.stringify(hint));
  }

  /** Returns how to stop listening. */
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
