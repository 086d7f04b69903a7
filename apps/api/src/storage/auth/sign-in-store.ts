/** A sign-in that was started in a browser and continues at a provider. */
export interface SignInRecord {
  /** Hash of the state parameter; unique. */
  stateHash: string;
  /** Hash of a secret that only the starting browser has. */
  browserHash: string;
  /** Nonce that the identity token must contain. */
  nonce: string;
  /** The person's name, as returned with the state; null until then, or when none was sent. */
  name: string | null;
  expiresAt: number;
}

/**
 * Stores short-lived records: started sign-ins, and values that can be used only once. Removes expired ones when new
 * ones are added.
 */
export interface SignInStore {
  begin(signIn: SignInRecord, now: number): Promise<void>;
  /** Saves the name returned with a state; only the first one counts. False when the state is unknown or expired. */
  keepName(stateHash: string, name: string | null, now: number): Promise<boolean>;
  /** Takes a sign-in: exactly one of several concurrent calls gets it. Null when it is unknown, taken or expired. */
  take(stateHash: string, now: number): Promise<SignInRecord | null>;
  /**
   * Marks a value as used until `expiresAt`, after which the caller rejects it by itself. True only the first time,
   * even among concurrent calls.
   */
  useOnce(hash: string, expiresAt: number, now: number): Promise<boolean>;
}
