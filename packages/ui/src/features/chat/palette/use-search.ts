import { useEffect, useState } from 'react';
import { MAX_SEARCH_LENGTH, type SearchHit } from '@parley/core';
import { useChat } from '../../../stores/client.ts';

/** Debounce before a request is sent, in milliseconds. */
const PAUSE = 120;

export interface Search {
  /** Hits of this query, or of the previous one until the response arrives. */
  hits: SearchHit[];
  status: 'idle' | 'loading' | 'ready' | 'failed';
}

const NOTHING: Search = { hits: [], status: 'idle' };

/** Searches for the typed text, and aborts requests that are out of date. */
export function useSearch(query: string): Search {
  const ask = useChat((chat) => chat.search);
  const [search, setSearch] = useState(NOTHING);
  useEffect(() => {
    if (query === '') return setSearch(NOTHING);
    const asking = new AbortController();
    setSearch(({ hits }) => ({ hits, status: 'loading' }));
    const pause = setTimeout(() => {
      // A passage that was pasted is found by its beginning.
      ask(query.slice(0, MAX_SEARCH_LENGTH), asking.signal).then(
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
