import { AppError } from '@parley/core';
import { brave } from './brave.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';
import type { WebSearch } from './web-search.ts';

export type WebSearchSettings =
  { provider: 'searxng'; url: string } | { provider: 'brave'; apiKey: string } | { provider: 'tavily'; apiKey: string };

const NOT_SET_UP = 'Web search isn’t set up on this server.';

/** Opens the configured search service, or one that reports that search is not set up for null. */
export function openWebSearch(settings: WebSearchSettings | null): WebSearch {
  switch (settings?.provider) {
    case 'searxng':
      return searxng(settings.url);
    case 'brave':
      return brave(settings.apiKey);
    case 'tavily':
      return tavily(settings.apiKey);
    default:
      return notSetUp;
  }
}

const notSetUp: WebSearch = {
  search: async () => {
    throw new AppError('model-failed', { message: NOT_SET_UP });
  },
  capability: { ok: false, reason: NOT_SET_UP },
};
