import { LRUCache } from 'lru-cache';
import type { Message } from '@parley/core';
import type { Cluster } from '../../../cluster/cluster.ts';

/** Topics for the conversations and users whose branches every process drops. */
const CONVERSATIONS = 'dropped branches';
const USERS = 'dropped branches of users';
/** Most characters of all branches together, and of one. */
const MAX_SIZE = 16_000_000;
const MAX_BRANCH_SIZE = 2_000_000;
/** How long a conversation may rest, in milliseconds. */
const MAX_REST_MS = 15 * 60_000;

/**
 * Branches that this process has read for its replies, so that the next reply of a conversation reads only what is new.
 * They stay true: a message that has ended never changes, its versions and continuations have ids of their own, and a
 * new summary drops the branch in every process, as does a deletion. Whether the conversation still exists, the newest
 * messages tell, which are always read from the store.
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
      cluster.subscribe(USERS, (userId) => this.#drop(userId)),
      cluster.onMissed(() => this.#branches.clear()),
    ];
  }

  /** The last branch read of a conversation, oldest message first: from its beginning or its last summary on. */
  get(userId: string, conversationId: string): readonly Message[] {
    // What other processes drop is not heard meanwhile.
    if (!this.#cluster.isReached) return [];
    return this.#branches.get(keyOf(userId, conversationId)) ?? [];
  }

  /** Keeps a branch, unless one of its replies is still written. Nothing may change its messages. */
  set(userId: string, conversationId: string, branch: readonly Message[]): void {
    if (branch.some(({ status }) => status === 'streaming')) return;
    this.#branches.set(keyOf(userId, conversationId), branch);
  }

  /** Drops the branch of a conversation that is deleted or has a new summary. */
  delete(userId: string, conversationId: string): void {
    this.#cluster.publish(CONVERSATIONS, keyOf(userId, conversationId));
  }

  deleteUser(userId: string): void {
    this.#cluster.publish(USERS, userId);
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#branches.clear();
  }

  #drop(userId: string): void {
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
