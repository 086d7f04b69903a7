/** Whether this process, and which others, are alive. */
export interface Lease {
  /**
   * Whether the others may have given this process up for dead, as it did nothing for so long. Nothing may then be
   * written to anyone before `settled`.
   */
  readonly isDoubtful: boolean;
  /** Resolves when that is known again; after the callbacks of `onLost` where they did. */
  settled(): Promise<void>;
  /** Calls back when the others have given this process up: what it owned is not its own any more. */
  onLost(callback: () => void): void;
  /** Calls back every few seconds while it is known who is alive: the time to look after what the dead left. */
  onRenewed(callback: () => void): void;
  /**
   * Those of these processes that are dead for certain, and will find so themselves should they wake. Ask about owners
   * that are in the store already: whoever is in there was alive before.
   */
  findDead(owners: string[]): Promise<string[]>;
}
