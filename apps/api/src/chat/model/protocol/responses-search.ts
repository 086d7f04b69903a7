import type { DeltaNormalizer } from '../stream/normalize-deltas.ts';
import { stringOf } from './write-content.ts';

/** The parts of a web search output item that we read. */
export interface WebSearchItem {
  type?: string;
  status?: string;
  action?: {
    type?: string;
    query?: unknown;
    queries?: unknown[];
    /** For `open_page` and `find_in_page`. */
    url?: unknown;
    sources?: { url?: unknown; title?: unknown }[];
  } | null;
}

/** Passes on the search that an output item starts or, when `isDone`, finishes. Ignores items of other types. */
export function readSearch({ type, status, action }: WebSearchItem, isDone: boolean, deltas: DeltaNormalizer): void {
  if (type !== 'web_search_call') return;
  const query = stringOf(action?.query || action?.queries?.[0]);
  const ending = status === 'failed' ? 'error' : 'completed';
  deltas.search({ type: 'search', status: isDone ? ending : 'starting', ...(query ? { query } : {}) });
  if (!isDone) return;
  for (const { url, title } of [{ url: action?.url, title: undefined }, ...(action?.sources ?? [])]) {
    const page = stringOf(url);
    if (page) deltas.source(page, false, stringOf(title));
  }
}
