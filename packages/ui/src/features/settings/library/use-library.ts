import type { LibraryFile, LibraryQuery } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';

interface Library {
  kind: LibraryQuery['kind'];
  /** Newest first; null until the first page is loaded. */
  files: LibraryFile[] | null;
  /** Null when all are loaded. */
  nextBefore: string | null;
  isLoading: boolean;
  /** Why the last page could not be loaded. */
  problem: string | null;
}

/** The user's pictures or other files, page by page. `readMore` loads the next page, or tries again. */
export function useLibrary(kind: LibraryQuery['kind']): Library & { readMore: () => void } {
  const { api } = useClient();
  const [library, setLibrary] = useState<Library>(() => empty(kind));
  const shown = library.kind === kind ? library : empty(kind);
  const read = useCallback(
    async (known: Library) => {
      const { files, nextBefore } = known;
      const loaded = { ...known, isLoading: false, problem: null };
      // The answer for a kind that is not shown any more changes nothing.
      const set = (next: Library) => setLibrary((now) => (now.kind === next.kind ? next : now));
      setLibrary({ ...loaded, isLoading: true });
      try {
        const page = await api.library({ kind: known.kind, ...(nextBefore !== null && { before: nextBefore }) });
        set({ ...loaded, files: [...(files ?? []), ...page.files], nextBefore: page.nextBefore });
      } catch (error) {
        set({ ...loaded, problem: problemText(error) });
      }
    },
    [api],
  );
  useEffect(() => void read(empty(kind)), [read, kind]);
  return { ...shown, readMore: () => void read(shown) };
}

function empty(kind: LibraryQuery['kind']): Library {
  return { kind, files: null, nextBefore: null, isLoading: true, problem: null };
}
