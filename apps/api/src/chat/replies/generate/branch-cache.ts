import { LRUCache } from 'lru-cache';
import type { Message } from '@parley/core';
import type { Cluster } from '../../../cluster/cluster.ts';

/** Topics for the conversations and users whose branches every process evicts. */
const CONVERSATIONS = 'invalid branches';
const USERS = 'invalid branches of users';
/** Most characters of all branches together, and of one. */
const MAX_SIZE = 16_000_000;
const MAX_BRANCH_SIZE = 2_000_000;
/** How long a branch is kept after it was read, in milliseconds. */
const MAX_REST_MS = 15 * 60_000;

/**
 * Branches that this process has read for its replies, so that the next reply of a conversation reads only what is new.
 * A message that has ended never changes: its versions and continuations have ids of their own. A new summary or a
 * deletion invalidates the branch in every process. The newest messages are always read from the store, and show whether
 * the conversation still exists.
 */
export class BranchCache {
  readonly #cluster: Pick<Cluster, 'publish' | 'subscribe' | 'onMissed' | 'isReached'>;
  readonly #branches = new LRUCache<string, readonly Message[]>({
    maxSize: MAX_SIZE,
    maxEntrySize: MAX_BRANCH_SIZE,
    sizeCalculation: (branch) => branch.reduce((sum, message) => sum + sizeOf(message), 1),
    ttl: MAX_REST_MS,
    ttlAutopurge: true,
  });
  readonly #unsubscribe: (() => void)[];

  constructor(cluster: Pick<Cluster, 'publish' | 'subscribe' | 'onMissed' | 'isReached'>) {
    this.#cluster = cluster;
    this.#unsubscribe = [
      cluster.subscribe(CONVERSATIONS, (key) => this.#branches.delete(key)),
      cluster.subscribe(USERS, (userId) => this.#evictUser(userId)),
      cluster.onMissed(() => this.#branches.clear()),
    ];
  }

  /** The last branch read of a conversation, oldest message first: from its beginning or its last summary on. */
  get(userId: string, conversationId: string): readonly Message[] {
    // A process that is cut off misses what the others invalidate.
    if (!this.#cluster.isReached) return [];
    return this.#branches.get(keyOf(userId, conversationId)) ?? [];
  }

  /** Keeps a branch, unless one of its replies is still written. Nothing may change its messages. */
  set(userId: string, conversationId: string, branch: readonly Message[]): void {
    if (branch.some(({ status }) => status === 'streaming')) return;
    this.#branches.set(keyOf(userId, conversationId), branch);
  }

  /** Evicts the branch of a conversation that is deleted or has a new summary, in every process. */
  invalidate(userId: string, conversationId: string): void {
    this.#cluster.publish(CONVERSATIONS, keyOf(userId, conversationId));
  }

  invalidateUser(userId: string): void {
    this.#cluster.publish(USERS, userId);
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#branches.clear();
  }

  #evictUser(userId: string): void {
    for (const key of this.#branches.keys()) if (key.startsWith(keyOf(userId, ''))) this.#branches.delete(key);
  }
}

function keyOf(userId: string, conversationId: string): string {
  return `${userId} ${conversationId}`;
}

/** Characters of messages that were measured before. */
const SIZES = new WeakMap<Message, number>();

function sizeOf(message: Message): number {
  const size = SIZES.get(message) ?? JSON.stringify(message).length;
  SIZES.set(message, size);
  return size;
}
