import { brave } from './brave.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';
import type { SearchClient } from './web-search.ts';

interface SearchService {
  /** Name in the log. */
  name: string;
  /** The setting that selects the service: its URL or key, which `open` takes. */
  setting: string;
  open(access: string): SearchClient;
}

/** Every search service, by its value of SEARCH_PROVIDER. The settings and the log derive from it. */
export const SEARCH_SERVICES = {
  searxng: { name: 'SearXNG', setting: 'SEARXNG_URL', open: (url: string) => searxng(url) },
  brave: { name: 'Brave Search', setting: 'BRAVE_API_KEY', open: (key: string) => brave(key) },
  tavily: { name: 'Tavily', setting: 'TAVILY_API_KEY', open: (key: string) => tavily(key) },
} as const satisfies Record<string, SearchService>;

export type SearchProvider = keyof typeof SEARCH_SERVICES;

export const SEARCH_PROVIDERS = Object.keys(SEARCH_SERVICES) as SearchProvider[];
