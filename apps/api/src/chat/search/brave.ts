import { t } from '@parley/core';
import { searchService, type SearchOptions } from './search-service.ts';
import type { SearchClient } from './web-search.ts';

/** Longest query that the service accepts, in characters and in words. */
const MAX_QUERY = 400;
const MAX_WORDS = 50;

/** Client for Brave's search API. */
export function brave(
  apiKey: string,
  { baseUrl = 'https://api.search.brave.com', ...options }: SearchOptions & { baseUrl?: string } = {},
): SearchClient {
  return searchService((query) => {
    const url = new URL('/res/v1/web/search', baseUrl);
    const words = query.slice(0, MAX_QUERY).split(/\s+/).slice(0, MAX_WORDS);
    url.search = new URLSearchParams({ q: words.join(' '), count: '5' }).toString();
    return {
      name: 'Brave Search',
      url,
      headers: { Accept: 'application/json', 'X-Subscription-Token': apiKey },
      resultsIn: ({ web }: { web?: { results?: unknown } | null }) => web?.results,
      snippetOf: ({ description, extra_snippets: more }: { description?: unknown; extra_snippets?: unknown }) =>
        [description, ...(Array.isArray(more) ? more : [])].join(' '),
      isHtml: true,
      fixes: { 401: t`Check BRAVE_API_KEY.`, 422: t`Check BRAVE_API_KEY.`, 429: t`Its quota has run out.` },
    };
  }, options);
}
