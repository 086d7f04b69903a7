import type { UserRecord } from '../accounts/user-store.ts';

/** A signed-in session of a user. */
export interface SessionRecord {
  id: string;
  userId: string;
  createdAt: number;
  expiresAt: number;
  /** Time of last use, as recorded by `touch`. */
  lastSeenAt: number;
  /** Description of the device for the user, such as 'Firefox on Linux'. */
  device: string;
}

export interface SessionStore {
  create(session: SessionRecord): Promise<void>;
  /**
   * The session with its user. Null when it is unknown, revoked, or expired (from `expiresAt` on), or when its user is
   * blocked or being deleted.
   */
  find(id: string, now: number): Promise<{ session: SessionRecord; user: UserRecord } | null>;
  /** The user's sessions that have not expired, last used first. */
  list(userId: string, now: number): Promise<SessionRecord[]>;
  /** Records the use of a session and its new expiry. Ignores unknown ids. */
  touch(id: string, now: number, expiresAt: number): Promise<void>;
  /** Revokes a session from the next `find` on. Ignores unknown ids. */
  revoke(id: string): Promise<void>;
  /** Revokes all of a user's sessions except this one; null for all. */
  revokeAll(userId: string, exceptId: string | null): Promise<void>;
  /**
   * Revokes the user's least recently used sessions until `kept` are left, but never `exceptId`. Returns the revoked
   * ids.
   */
  revokeOldest(userId: string, kept: number, exceptId: string): Promise<string[]>;
  /**
   * Deletes what has expired of up to `limit` users whose ids follow `after`: sessions, one-time tokens and remembered
   * devices. Returns the id to go on after; null at the end.
   */
  deleteExpired(now: number, after: string, limit: number): Promise<string | null>;
}
