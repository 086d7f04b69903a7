import type { Capability } from '@parley/core';

export interface SearchResult {
  title: string;
  url: string;
  /** Excerpt of the page around the match; at most 600 characters. */
  snippet: string;
}

/** Web search for models that cannot search themselves. */
export interface WebSearch extends SearchClient {
  /** Names the service among the models in prices and figures. */
  name: string;
}

export interface SearchClient {
  /** Returns at most five pages, best first. Throws `AppError('model-failed')` with a plain message, also after 8 s. */
  search(query: string, signal: AbortSignal): Promise<SearchResult[]>;
  /** Whether it is configured. */
  capability: Capability;
}
