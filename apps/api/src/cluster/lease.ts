/** Liveness of this process and of the others. */
export interface Lease {
  /**
   * Whether the lease may have expired because this process was idle too long, so that the others may have declared it
   * dead. While true, send nothing to readers before `settled` resolves.
   */
  readonly isDoubtful: boolean;
  /** Resolves when the lease is no longer in doubt; after the `onLost` callbacks if it was lost. */
  settled(): Promise<void>;
  /** Calls back when the others have declared this process dead: it no longer owns its replies. */
  onLost(callback: () => void): void;
  /** Calls back every few seconds while liveness is known; the time to look for replies left by dead processes. */
  onRenewed(callback: () => void): void;
  /**
   * Returns the owners that are certainly dead, and that will find out themselves should they wake up. Pass only owners
   * read from the store: each of those was alive before.
   */
  findDead(owners: string[]): Promise<string[]>;
}

/** For a reply that no other process can take over. */
export const ALWAYS_HELD = { isDoubtful: false, settled: async () => {} };
