import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Lease } from './lease.ts';
import type { SharedReplies } from './shared-replies.ts';

/**
 * What the processes of one Parley share beside the store. The store is the truth: whatever is lost in here costs time
 * and no data. Nothing in here throws or waits because what it runs on is away; it then goes on with this process alone.
 */
export interface Cluster {
  /** This process; the `owner` of the replies that it takes. Another one once the others gave it up for dead. */
  readonly id: string;
  readonly lease: Lease;
  /**
   * Tells all who subscribed to the topic: in this process before it returns, in others within milliseconds, at most once
   * each. Others miss it when they cannot be reached; see `onMissed`.
   */
  publish(topic: string, message: string): void;
  /** Returns what stops it. What others publish is heard from a moment later on. */
  subscribe(topic: string, onMessage: (message: string) => void): () => void;
  /** Calls back when messages of other processes may have been missed and are heard again. Returns what stops it. */
  onMissed(callback: () => void): () => void;
  /** Whether other processes hear what this one publishes, and it hears them. */
  readonly isReached: boolean;
  /** `points` in `duration` seconds for each key, counted for all processes together; by this one alone while it must. */
  limiter(name: string, limit: { points: number; duration: number }): RateLimiterAbstract;
  /** Runs what is asked for under one key one after the other, each whether or not the one before failed. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>;
  readonly replies: SharedReplies;
  /** Lets go of everything; the others need not wait for this process. */
  close(): Promise<void>;
}
