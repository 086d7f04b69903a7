/** Longer than a reloaded page needs to release its locks. */
const WAIT_MS = 1_000;

export type TabLock = ReturnType<typeof createTabLock>;

/** A lock that one tab of this browser can hold. In a browser that has or gives no locks, every tab gets it. */
export function createTabLock(name: string) {
  let release: (() => void) | null = null;
  let isClosed = false;
  return {
    get isHeld(): boolean {
      return release !== null;
    },
    /** Resolves to whether this tab holds the lock. */
    async acquire(): Promise<boolean> {
      if (release) return true;
      const { promise: released, resolve } = Promise.withResolvers<void>();
      const isAcquired = await new Promise<boolean>((answer) => {
        const locks: LockManager | undefined = navigator.locks;
        const hold = () => {
          answer(true);
          return released;
        };
        if (!locks) return answer(true);
        locks
          .request(name, { signal: AbortSignal.timeout(WAIT_MS) }, hold)
          .catch((error: Error) => answer(error.name !== 'TimeoutError'));
      });
      if (isClosed) resolve();
      else if (isAcquired) release = resolve;
      return isAcquired && !isClosed;
    },
    /** Releases the lock for the rest of its life. */
    close(): void {
      isClosed = true;
      release?.();
      release = null;
    },
  };
}
