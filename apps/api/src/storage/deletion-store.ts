/** The deletion of accounts: begun at once, done in pieces, and taken up again after a crash. */
export interface DeletionStore {
  /**
   * From the next call on the user is unknown: nobody finds it by id, address, identity, session or token, its address and
   * its identities are free, and nothing of its is accepted. Repeating it is fine.
   */
  begin(userId: string, now: number): Promise<void>;
  /** The users whose deletion was begun and is not done. */
  listUnfinished(): Promise<string[]>;
  /**
   * Removes for good a bounded piece of what is left of a user whose deletion was begun, files included, the user last.
   * True when nothing is left but the note that a user of this id was deleted, and when; true as well where there is no
   * such deletion.
   */
  removeSome(userId: string, now: number): Promise<boolean>;
}
