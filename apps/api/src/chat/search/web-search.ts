import type { Capability } from '@parley/core';

export interface SearchResult {
  title: string;
  url: string;
  /** Words of the page around what was found; at most 600 characters. */
  snippet: string;
}

/** A search of the web, for models that have none of their own. */
export interface WebSearch {
  /** At most five pages, best first. Throws `AppError('model-failed')` with a plain sentence, also after 8 s. */
  search(query: string, signal: AbortSignal): Promise<SearchResult[]>;
  /** Whether it is set up. */
  capability: Capability;
}
