/** The deletion of accounts: begun at once, done in pieces, and taken up again after a crash. */
export interface DeletionStore {
  /**
   * From the next call on the user is unknown: nobody finds it by id, address, session or token, its address is free, and
   * nothing of its is accepted. Its identities and customers stay until the end, for whoever has to be told. Repeating it is fine.
   */
  begin(userId: string, now: number): Promise<void>;
  /** The users whose deletion was begun and is not done. */
  listUnfinished(): Promise<string[]>;
  /**
   * Removes for good a bounded piece of the conversations and files of a user whose deletion was begun. True when none
   * are left, and where there is no such deletion.
   */
  removeContent(userId: string): Promise<boolean>;
  /**
   * Removes what is left when the content is gone, the user last. What stays is a note that a user of this id was
   * deleted, and when. Nothing happens where there is no such deletion.
   */
  finish(userId: string, now: number): Promise<void>;
}
