import type { UserRecord } from './storage.ts';

/** One place where a user is signed in. */
export interface SessionRecord {
  id: string;
  userId: string;
  createdAt: number;
  expiresAt: number;
  /** When it was last used, as far as `touch` noted it. */
  lastSeenAt: number;
  /** What it was opened with, in words for its user, such as 'Firefox on Linux'. */
  device: string;
}

export interface SessionStore {
  create(session: SessionRecord): Promise<void>;
  /**
   * The session with its user, or null when it is unknown, revoked or, from `expiresAt` on, expired, or when its user is
   * being deleted.
   */
  find(id: string, now: number): Promise<{ session: SessionRecord; user: UserRecord } | null>;
  /** The sessions of a user that have not expired, last used first. */
  list(userId: string, now: number): Promise<SessionRecord[]>;
  /** Notes that a session was used and when it ends now. Unknown ids are fine. */
  touch(id: string, now: number, expiresAt: number): Promise<void>;
  /** From the next `find` on the session is gone. Unknown ids are fine. */
  revoke(id: string): Promise<void>;
  /** The same for all of a user's sessions but this one; null for all. */
  revokeAll(userId: string, exceptId: string | null): Promise<void>;
  /**
   * The same for the least recently used sessions of a user, until `kept` are left; never for `exceptId`. Returns the ids
   * of those that ended.
   */
  revokeOldest(userId: string, kept: number, exceptId: string): Promise<string[]>;
}
