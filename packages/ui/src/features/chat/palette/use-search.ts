import { useEffect, useState } from 'react';
import type { SearchHit } from '@parley/core';
import { useChat } from '../../../stores/client.ts';

/** Milliseconds without a key before the server is asked. */
const PAUSE = 120;

export interface Search {
  /** Of this query, or of the one before it until the answer is there. */
  hits: SearchHit[];
  status: 'idle' | 'loading' | 'ready' | 'failed';
}

const NOTHING: Search = { hits: [], status: 'idle' };

/** Asks the server for what is typed, and for nothing that is no longer wanted. */
export function useSearch(query: string): Search {
  const ask = useChat((chat) => chat.search);
  const [search, setSearch] = useState(NOTHING);
  useEffect(() => {
    if (query === '') return setSearch(NOTHING);
    const asking = new AbortController();
    setSearch(({ hits }) => ({ hits, status: 'loading' }));
    const pause = setTimeout(() => {
      ask(query, asking.signal).then(
        (hits) => !asking.signal.aborted && setSearch({ hits, status: 'ready' }),
        () => !asking.signal.aborted && setSearch({ hits: [], status: 'failed' }),
      );
    }, PAUSE);
    return () => {
      clearTimeout(pause);
      asking.abort();
    };
  }, [query, ask]);
  return search;
}
