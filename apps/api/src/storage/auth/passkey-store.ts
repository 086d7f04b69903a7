/** A passkey: the public half of a key that a user's device keeps. */
export interface PasskeyRecord {
  /** The credential's id, base64url. Unique among all users. */
  id: string;
  userId: string;
  /** COSE, base64url. */
  publicKey: string;
  /** How often it has signed, as the device counts; 0 for devices that do not count. */
  counter: number;
  /** How browsers reach the device, separated by spaces; may be empty. */
  transports: string;
  /** Where it was made, such as `Firefox on Linux`. */
  name: string;
  createdAt: number;
  /** Null until the first sign-in. */
  lastUsedAt: number | null;
}

export interface PasskeyStore {
  /** Adds a passkey. False when its id is taken. Throws `unauthorized` when the user is being deleted. */
  add(passkey: PasskeyRecord): Promise<boolean>;
  find(id: string): Promise<PasskeyRecord | null>;
  /** Oldest first. */
  list(userId: string): Promise<PasskeyRecord[]>;
  /**
   * Records a sign-in. False, and nothing stored, when the passkey is unknown, or its counter did not grow: then the
   * key was copied, or the sign-in was replayed. A counter that stays 0 does not count.
   */
  use(id: string, counter: number, now: number): Promise<boolean>;
  /** False when the user has no such passkey. */
  remove(userId: string, id: string): Promise<boolean>;
}
