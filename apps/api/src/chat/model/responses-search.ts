import type { ReplyWriter } from './reply-writer.ts';

/** What we read of an output item that is the model's own search. */
export interface WebSearchItem {
  type?: string;
  status?: string;
  action?: {
    type?: string;
    query?: string;
    queries?: string[];
    /** Of `open_page` and `find_in_page`. */
    url?: string | null;
    sources?: { url?: string }[];
  } | null;
}

/** Tells of a search that an output item begins or, when `isDone`, ends; items of other types say nothing. */
export function readSearch({ type, status, action }: WebSearchItem, isDone: boolean, writer: ReplyWriter): void {
  if (type !== 'web_search_call') return;
  const query = action?.query || action?.queries?.[0];
  const ending = status === 'failed' ? 'error' : 'completed';
  writer.search({ type: 'search', status: isDone ? ending : 'starting', ...(query ? { query } : {}) });
  if (!isDone) return;
  if (action?.url) writer.source(action.url, false);
  for (const { url } of action?.sources ?? []) if (url) writer.source(url, false);
}
