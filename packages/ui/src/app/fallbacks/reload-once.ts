const RELOADED_KEY = 'reloaded-builds';

export interface ReloadOnceOptions {
  /** Identifies this build. */
  build: string;
  /** Storage that lasts as long as the tab. */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
}

/**
 * Creates a function that reloads the page at most once per build in this tab, so that it never loops, even when
 * servers of two builds take turns. It returns true while a reload is under way, and never reloads without storage.
 */
export function createReloadOnce({ build, storage, reload }: ReloadOnceOptions): () => boolean {
  let isReloading = false;
  return () => {
    if (isReloading) return true;
    try {
      const builds = read(storage().getItem(RELOADED_KEY));
      if (builds.includes(build)) return false;
      storage().setItem(RELOADED_KEY, JSON.stringify([...builds, build]));
    } catch {
      // Without storage a reload could loop.
      return false;
    }
    isReloading = true;
    reload();
    return true;
  };
}

function read(stored: string | null): string[] {
  const builds: unknown = JSON.parse(stored ?? '[]');
  return Array.isArray(builds) ? builds.filter((build) => typeof build === 'string') : [];
}
