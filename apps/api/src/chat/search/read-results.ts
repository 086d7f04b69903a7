import { decodeHTML } from 'entities';
import type { SearchResult } from './web-search.ts';

const MAX_RESULTS = 5;
const MAX_TITLE = 200;
const MAX_SNIPPET = 600;
/** Characters of a title or snippet that are read, tags included. */
const MAX_HTML = 20_000;

/** One result as the service sends it; any field may be missing or have another type. */
export type Hit = Record<string, unknown>;

/**
 * The first five results with a web address, as plain text. Without `isHtml`, what looks like a tag is the page's own
 * words, as in “The <video> element”.
 */
export function readResults(found: unknown, snippetOf: (hit: Hit) => unknown, isHtml = false): SearchResult[] {
  const results: SearchResult[] = [];
  for (const hit of Array.isArray(found) ? (found as (Hit | null)[]) : []) {
    const page = typeof hit?.url === 'string' ? URL.parse(hit.url) : null;
    if (!hit || (page?.protocol !== 'https:' && page?.protocol !== 'http:')) continue;
    const snippet = plain(snippetOf(hit), MAX_SNIPPET, isHtml);
    results.push({ title: plain(hit.title, MAX_TITLE, isHtml) || page.host, url: page.href, snippet });
    if (results.length === MAX_RESULTS) break;
  }
  return results;
}

function plain(words: unknown, maxLength: number, isHtml: boolean): string {
  if (typeof words !== 'string') return '';
  const start = words.slice(0, MAX_HTML);
  const text = decodeHTML(isHtml ? start.replace(/<[^<>]*>/g, '') : start)
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
