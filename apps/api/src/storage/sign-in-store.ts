/** A sign-in that was begun in a browser and is under way elsewhere. */
export interface SignInRecord {
  /** Hash of the state that travels; unique. */
  stateHash: string;
  /** Hash of what only the browser that began knows. */
  browserHash: string;
  /** What the identity token has to carry. */
  nonce: string;
  /** What the person is called, as it came back with the state; null until then, or when nobody said. */
  name: string | null;
  expiresAt: number;
}

/** What lives for minutes: sign-ins that were begun, and what may be used only once. Whatever has expired is removed as new ones come. */
export interface SignInStore {
  begin(signIn: SignInRecord, now: number): Promise<void>;
  /** Keeps the name that came back with a state, the first one only. False when the state is unknown or expired. */
  keepName(stateHash: string, name: string | null, now: number): Promise<boolean>;
  /** Takes a sign-in out: of any number of calls at once one gets it. Null when it is unknown, taken or expired. */
  take(stateHash: string, now: number): Promise<SignInRecord | null>;
  /**
   * Marks something as used until `expiresAt`, from when on the caller itself refuses it. True the first time only,
   * however many ask at once.
   */
  useOnce(hash: string, expiresAt: number, now: number): Promise<boolean>;
}
