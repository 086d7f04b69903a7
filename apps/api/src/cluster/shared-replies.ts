/** One event of a reply, encoded for the wire. */
export interface Frame {
  seq: number;
  text: string;
}

/** Logs of running replies, shared with readers in other processes. */
export interface SharedReplies {
  /** Appends to the log of a reply that this process writes and notifies its readers. Asynchronous and best effort. */
  append(generationId: string, frame: Frame): void;
  /** Seals the log, whichever process writes it: nothing can be appended any more, and its readers are notified. */
  seal(generationId: string): void;
  /** Seals the log and deletes its contents. */
  erase(generationId: string): void;
  /**
   * Returns the frames after event `seq`, oldest first. Frames may be missing, and a long log is returned in part. Null
   * while the log cannot be read.
   */
  read(generationId: string, seq: number): Promise<{ frames: Frame[]; isSealed: boolean } | null>;
  /** Calls back when there may be more to read. Returns the unsubscribe function. */
  listen(generationId: string, onMore: () => void): () => void;
  /** Whether other processes can write replies at all. */
  readonly areShared: boolean;
}
