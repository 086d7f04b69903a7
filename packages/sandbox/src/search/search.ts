import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from '../server/exchange.ts';
import type { RequestLog } from '../server/request-log.ts';
import type { StandIn } from '../stand-in.ts';
import type { FindPages, Hit } from './find-pages.ts';

interface SearchOptions {
  find: FindPages;
  /** Whether scenario words such as `[[500]]` in a query have an effect. */
  faults: boolean;
  log: RequestLog;
  now: () => number;
}

/** Below the address configured as the SearXNG server. */
const PATH = '/search';

const STALL_MS = 60_000;

export const SEARCH_WORDS = [
  { word: '[[500]]', does: 'fails' },
  { word: '[[stall]]', does: 'answers after a minute' },
  { word: '[[html200]]', does: 'answers with a page where results should be' },
  { word: '[[empty]]', does: 'finds nothing' },
];

/** Stands in for a SearXNG that knows the product's own pages. */
export function createSearch({ find, faults, log, now }: SearchOptions): StandIn {
  async function handle(exchange: Exchange): Promise<void> {
    const { method, path, query } = exchange;
    if (path !== PATH) return exchange.html(404, '<!doctype html><title>404 Not Found</title>');
    const entry = log.begin(exchange, now(), 'search');
    const asked = query.get('q')?.trim() ?? '';
    log.describe(entry, { query: asked }, asked.length);
    exchange.request.resume();
    if (method !== 'GET') return exchange.html(405, '<!doctype html><title>405 Method Not Allowed</title>');
    // Like a SearXNG that is configured to allow only JSON.
    if (query.get('format') !== 'json') return exchange.html(403, '<!doctype html><title>403 Forbidden</title>');
    if (asked === '') return exchange.json(400, { error: 'No query' });
    const has = (word: string) => faults && asked.includes(`[[${word}]]`);
    if (has('500')) return exchange.html(500, '<!doctype html><title>500 Internal Server Error</title>');
    if (has('html200')) return exchange.html(200, '<!doctype html><title>Sign in</title><p>Please sign in.</p>');
    if (has('stall')) {
      try {
        await pause(STALL_MS, undefined, { signal: exchange.signal });
      } catch {
        return;
      }
    }
    exchange.json(200, resultPage(asked, has('empty') ? [] : find(asked.replace(/\[\[[^[\]]{0,40}\]\]/g, ' '))));
  }

  return {
    name: 'Web search',
    about: 'A SearXNG that finds the product’s own pages, with format=json. For SEARXNG_URL:',
    base: '',
    prefixes: [PATH],
    handle,
    reset: () => {},
  };
}

function resultPage(query: string, hits: Hit[]) {
  return {
    query,
    number_of_results: hits.length,
    results: hits.map(({ url, title, snippet, score }, index) => ({
      url,
      title,
      content: snippet,
      publishedDate: null,
      thumbnail: '',
      engine: 'sandbox',
      template: 'default.html',
      parsed_url: parsedUrl(url),
      img_src: '',
      priority: '',
      engines: ['sandbox'],
      positions: [index + 1],
      score,
      category: 'general',
    })),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  };
}

/** Splits a URL like Python's `urlparse`, whose result SearXNG includes. */
function parsedUrl(url: string): string[] {
  const { protocol, host, pathname, search, hash } = new URL(url);
  return [protocol.slice(0, -1), host, pathname, '', search.slice(1), hash.slice(1)];
}
