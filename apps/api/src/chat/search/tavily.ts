import { t } from '@parley/core';
import { searchService, type SearchOptions } from './search-service.ts';
import type { SearchClient } from './web-search.ts';

/** Longest query that the service accepts, in characters. */
const MAX_QUERY = 400;

/** Client for Tavily's search API. */
export function tavily(
  apiKey: string,
  { baseUrl = 'https://api.tavily.com', ...options }: SearchOptions & { baseUrl?: string } = {},
): SearchClient {
  return searchService(
    (query) => ({
      name: 'Tavily',
      url: new URL('/search', baseUrl),
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ query: query.slice(0, MAX_QUERY), max_results: 5, search_depth: 'basic' }),
      resultsIn: ({ results }: { results?: unknown }) => results,
      snippetOf: ({ content }: { content?: unknown }) => content,
      fixes: { 401: t`Check TAVILY_API_KEY.`, 429: t`Its quota has run out.`, 432: t`Its plan has run out.` },
    }),
    options,
  );
}
