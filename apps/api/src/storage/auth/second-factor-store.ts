/** The authenticator app that a user signs in with besides their first way in, and the codes for when it is lost. */
export interface SecondFactorRecord {
  /** A user has at most one. */
  userId: string;
  /** What the app and the server share, encrypted. */
  secret: string;
  /** The last time step whose code was used; no code of it or of an earlier one works again. */
  lastStep: number;
  /** Hashes of the unused recovery codes. */
  recoveryHashes: string[];
  createdAt: number;
}

export interface SecondFactorStore {
  /** False, and nothing stored, when the user has one. Throws `unauthorized` when the user is being deleted. */
  create(factor: SecondFactorRecord): Promise<boolean>;
  find(userId: string): Promise<SecondFactorRecord | null>;
  /** Uses up a time step. False when it or a later one was used, even by a concurrent call, or there is no factor. */
  useStep(userId: string, step: number): Promise<boolean>;
  /** Uses up a recovery code. False when it is unknown or was used, even by a concurrent call. */
  useRecoveryHash(userId: string, hash: string): Promise<boolean>;
  /** Replaces all recovery codes. False when there is no factor. */
  setRecoveryHashes(userId: string, hashes: string[]): Promise<boolean>;
  /** False when there is none. */
  remove(userId: string): Promise<boolean>;
}
