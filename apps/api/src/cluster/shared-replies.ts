/** An event of a reply as it is sent. */
export interface Frame {
  seq: number;
  text: string;
}

/** The logs of running replies, for readers at other processes. */
export interface SharedReplies {
  /** Adds to the log of a reply that is written here, and tells its readers; soon, and maybe not at all. */
  append(generationId: string, frame: Frame): void;
  /** Ends the log, whoever writes it: nothing is added any more, and its readers are told. */
  seal(generationId: string): void;
  /** Ends the log and removes what is in it. */
  erase(generationId: string): void;
  /**
   * The frames after event `seq`, oldest first, maybe with some missing; not all of them where there are many. Null while
   * nothing can be read.
   */
  read(generationId: string, seq: number): Promise<{ frames: Frame[]; isSealed: boolean } | null>;
  /** Calls back when there may be more to read. Returns what stops it. */
  listen(generationId: string, onMore: () => void): () => void;
  /** Whether other processes can be writing replies at all. */
  readonly areShared: boolean;
}
