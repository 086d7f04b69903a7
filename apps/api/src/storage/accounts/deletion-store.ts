/** Deletes accounts: starts immediately, works in pieces, and resumes after a crash. */
export interface DeletionStore {
  /**
   * Starts the deletion of a user. From the next call on the user is unknown: lookups by id, address, session or token
   * find nothing, the address is free, and new data is rejected. Identities and customers stay until `finish`, so that
   * their providers can still be notified. Idempotent.
   */
  begin(userId: string, now: number): Promise<void>;
  /** Users whose deletion was started but has not finished. */
  listUnfinished(): Promise<string[]>;
  /**
   * Permanently removes a bounded number of the conversations and files of a user whose deletion was started. True when
   * none are left, or when there is no such deletion.
   */
  removeContent(userId: string): Promise<boolean>;
  /**
   * Removes the remaining data once the content is gone, the user last. Keeps only a record that a user with this id
   * was deleted, and when. Does nothing when there is no such deletion.
   */
  finish(userId: string, now: number): Promise<void>;
}
