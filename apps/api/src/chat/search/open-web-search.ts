import { AppError, t } from '@parley/core';
import { SEARCH_SERVICES, type SearchProvider } from './search-services.ts';
import type { WebSearch } from './web-search.ts';

export interface WebSearchSettings {
  provider: SearchProvider;
  /** The service's URL or key. */
  access: string;
}

const NOT_SET_UP = t`Web search isn’t set up on this server.`;

/** Opens the configured search service, or one that reports that search is not set up for null. */
export function openWebSearch(settings: WebSearchSettings | null): WebSearch {
  if (!settings) return notSetUp;
  const { provider, access } = settings;
  return { name: provider, ...SEARCH_SERVICES[provider].open(access) };
}

const notSetUp: WebSearch = {
  name: 'none',
  search: async () => {
    throw new AppError('model-failed', { message: NOT_SET_UP });
  },
  capability: { ok: false, reason: NOT_SET_UP },
};
