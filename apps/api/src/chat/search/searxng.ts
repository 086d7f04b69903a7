import { t } from '@parley/core';
import { searchService, type SearchOptions } from './search-service.ts';
import type { SearchClient } from './web-search.ts';

/** Client for SearXNG, whose settings must allow the format `json`. */
export function searxng(baseUrl: string, options: SearchOptions = {}): SearchClient {
  return searchService((query) => {
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}/search`);
    url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
    return {
      name: 'SearXNG',
      url,
      resultsIn: ({ results }: { results?: unknown }) => results,
      snippetOf: ({ content }: { content?: unknown }) => content,
      isIncomplete: ({ unresponsive_engines: silent }: { unresponsive_engines?: unknown }) =>
        Array.isArray(silent) && silent.length > 0,
      fixes: { 403: t`List json under search.formats in its settings.yml.`, 404: t`Check SEARXNG_URL.` },
    };
  }, options);
}
