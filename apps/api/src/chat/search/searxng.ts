import { fetchResults, type SearchOptions } from './fetch-results.ts';
import type { WebSearch } from './web-search.ts';

/** Client for SearXNG, whose settings must allow the format `json`. */
export function searxng(baseUrl: string, options: SearchOptions = {}): WebSearch {
  return {
    capability: { ok: true },
    search(query, signal) {
      const url = new URL(`${baseUrl.replace(/\/+$/, '')}/search`);
      url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
      const request = {
        name: 'SearXNG',
        url,
        resultsIn: ({ results }: { results?: unknown }) => results,
        snippetOf: ({ content }: { content?: unknown }) => content,
        fixes: { 403: 'List json under search.formats in its settings.yml.', 404: 'Check SEARXNG_URL.' },
      };
      return fetchResults(request, signal, options);
    },
  };
}
