/** A token sent in a mail link, or passed to the desktop app in a link. Only the link contains the token itself. */
export interface OneTimeTokenRecord {
  /** Hash of the token, its purpose and anything else it is bound to; unique. */
  hash: string;
  userId: string;
  /**
   * The normalized address that the mail was sent to. Without a mail, the user's own address, or empty when there is
   * none.
   */
  email: string;
  expiresAt: number;
}

export interface OneTimeTokenStore {
  /** Stores a token and deletes the user's expired ones. */
  create(token: OneTimeTokenRecord, now: number): Promise<void>;
  /**
   * Null when the token is unknown, taken, revoked, or expired (from `expiresAt` on), or when its user is being
   * deleted.
   */
  find(hash: string, now: number): Promise<OneTimeTokenRecord | null>;
  /** Like `find`, but removes the token. Exactly one of several concurrent calls gets it. */
  take(hash: string, now: number): Promise<OneTimeTokenRecord | null>;
  /** Revokes all of a user's tokens. */
  revokeAll(userId: string): Promise<void>;
}
