/** What trying a storage found, unless it cannot be used. */
export interface TriedStorage {
  /**
   * `ready`: it can be read and written. `new`: the first start will make it. `outdated`: the next start brings it up
   * to date. `in-memory`: it ends with its process.
   */
  state: 'ready' | 'new' | 'outdated' | 'in-memory';
  /** Identifies it in messages to people. */
  name: string;
}
