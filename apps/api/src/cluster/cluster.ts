import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Lease } from './lease.ts';
import type { SharedReplies } from './shared-replies.ts';

/**
 * Everything that the processes of one Parley share besides the store. The store is authoritative: losing state in here
 * costs time, never data. Nothing in here throws or blocks while its backend is unreachable; it falls back to this
 * process alone.
 */
export interface Cluster {
  /**
   * Id of this process, stored as the `owner` of the replies it accepts. Changes once the other processes have declared
   * this one dead.
   */
  readonly id: string;
  readonly lease: Lease;
  /**
   * Publishes a message to all subscribers of a topic: synchronously in this process, within milliseconds in others, at
   * most once each. Other processes miss it while they cannot be reached; see `onMissed`.
   */
  publish(topic: string, message: string): void;
  /**
   * Subscribes to a topic and returns the unsubscribe function. Messages of other processes arrive only after a short
   * delay.
   */
  subscribe(topic: string, onMessage: (message: string) => void): () => void;
  /**
   * Calls back when the connection is restored and messages of other processes may have been missed. Returns the
   * unsubscribe function.
   */
  onMissed(callback: () => void): () => void;
  /** Whether this process can exchange messages with the others. */
  readonly isReached: boolean;
  /**
   * Rate limiter of `points` per `duration` seconds and key, counted across all processes; falls back to this process
   * alone.
   */
  limiter(name: string, limit: { points: number; duration: number }): RateLimiterAbstract;
  /** Runs the work of one key sequentially, each item whether or not the one before failed. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>;
  readonly replies: SharedReplies;
  /** Releases all resources and the lease, so that the others need not wait for this process to time out. */
  close(): Promise<void>;
}
