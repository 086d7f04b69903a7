import { setTimeout as pause } from 'node:timers/promises';
import { AppError, t, translated } from '@parley/core';
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts';
import { readResults, type Hit } from './read-results.ts';
import type { SearchResult, SearchClient } from './web-search.ts';

export interface SearchRequest {
  /** Name of the service for users. */
  name: string;
  url: URL;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Extracts the result list from a response body; anything but a list counts as empty. */
  resultsIn(answer: Hit): unknown;
  /** Extracts the snippet, which each service names differently. */
  snippetOf(hit: Hit): unknown;
  /** Whether the service reports an incomplete search. An empty list then counts as a failure. */
  isIncomplete?(answer: Hit): boolean;
  /** Whether titles and snippets have tags. */
  isHtml?: boolean;
  /** Hints for the operator by status code. */
  fixes?: Record<number, string>;
}

export interface SearchOptions {
  /** Timeout of the whole search in milliseconds; 8,000 by default. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 8_000;
/**
 * Pauses before a search is repeated that its service refused as one too many: Brave's smallest plan allows one a second,
 * and a model searches for several things at once.
 */
const RETRIES_MS = [1_100, 1_200];
const MAX_BYTES = 2 * 1024 * 1024;

/** A search service that each query asks with one request. */
export function searchService(requestOf: (query: string) => SearchRequest, options: SearchOptions): SearchClient {
  return { capability: { ok: true }, search: (query, signal) => fetchResults(requestOf(query), signal, options) };
}

/** Queries a search service and reads its results. Throws as `SearchClient.search` does, also when `signal` aborts. */
async function fetchResults(
  { name, url, resultsIn, snippetOf, isIncomplete, isHtml, fixes = {}, ...init }: SearchRequest,
  signal: AbortSignal,
  { timeoutMs = TIMEOUT_MS }: SearchOptions,
): Promise<SearchResult[]> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const { fetch } = createOutgoingClient({ baseUrl: url, maxBytes: MAX_BYTES });
    const either = AbortSignal.any([signal, limit]);
    let response = await fetch(url, { ...init, signal: either });
    for (const ms of RETRIES_MS) {
      if (response.status !== 429) break;
      await pause(ms, undefined, { signal: either });
      response = await fetch(url, { ...init, signal: either });
    }
    if (!response.ok) throw failed(refusalOf(name, response.status, fixes[response.status]));
    const answer = ((await response.json()) as Hit | null) ?? {};
    const results = readResults(resultsIn(answer), snippetOf, isHtml);
    if (results.length === 0 && isIncomplete?.(answer))
      throw failed(t`${name} found nothing, and search engines behind it did not answer.`);
    return results;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (limit.aborted && !signal.aborted) throw failed(t`${name} did not answer in time.`, error);
    if (error instanceof SyntaxError) throw failed(t`${name} sent something we couldn’t read.`, error);
    throw failed(t`We couldn’t reach ${name}.`, error);
  }
}

function refusalOf(name: string, status: number, fix?: string): string {
  return fix === undefined
    ? t`${name} answered with status ${status}.`
    : t`${name} answered with status ${status}. ${translated(fix)}`;
}

function failed(problem: string, cause?: unknown): AppError {
  return new AppError('model-failed', { message: t`The web search failed: ${problem}`, cause });
}
