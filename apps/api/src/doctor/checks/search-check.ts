import { AppError, t } from '@parley/core';
import { openWebSearch, type WebSearchSettings } from '../../chat/search/open-web-search.ts';
import { SEARCH_SERVICES } from '../../chat/search/search-services.ts';
import { checkOf, error, ok, warning, type Check } from '../check.ts';

/** Searches for one word, which counts as one request at the service. */
export function searchCheck(settings: WebSearchSettings | null): Check {
  return checkOf(t`Search`, async (signal) => {
    if (settings === null) return ok(t`No search service is set up (set SEARCH_PROVIDER).`);
    const { name, setting } = SEARCH_SERVICES[settings.provider];
    try {
      const { length } = await openWebSearch(settings).search('help', signal);
      if (length > 0) return ok(t`${name} finds pages.`);
      return warning(t`${name} answers, but finds nothing.`, t`Check which engines it uses, and ${setting}.`);
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure;
      return error(failure.message, t`Check ${setting}, and that the service runs.`);
    }
  });
}
