/** What was mailed as a link, or handed to the desktop app by one; the token itself is only in the link. */
export interface OneTimeTokenRecord {
  /** Of the token, of what it is for and of what else it is bound to; unique. */
  hash: string;
  userId: string;
  /** The address it was sent to, normalized; for what was not sent, the user's own, empty where there is none. */
  email: string;
  expiresAt: number;
}

export interface OneTimeTokenStore {
  /** Stores a token, and forgets the user's expired ones. */
  create(token: OneTimeTokenRecord, now: number): Promise<void>;
  /** Null when it is unknown, taken, revoked or, from `expiresAt` on, expired, or when its user is being deleted. */
  find(hash: string, now: number): Promise<OneTimeTokenRecord | null>;
  /** As `find`, and from then on it is gone: of any number of calls at once exactly one gets it. */
  take(hash: string, now: number): Promise<OneTimeTokenRecord | null>;
  /** Revokes all of a user's tokens. */
  revokeAll(userId: string): Promise<void>;
}
