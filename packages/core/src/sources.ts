const MAX_SOURCES = 20;

/** A source as a list shows it. */
export interface Source {
  url: string;
  host: string;
  /** From the first slash on; empty for a front page. */
  path: string;
}

/** The pages among these addresses, once each, as they are kept: http and https only, without the model's own tracking. */
export function cleanSources(urls: readonly unknown[]): string[] {
  const kept = new Set<string>();
  for (const url of urls) {
    const page = typeof url === 'string' ? readPage(url) : null;
    if (page) kept.add(page.href);
    if (kept.size === MAX_SOURCES) break;
  }
  return [...kept];
}

/** What is shown of these sources; addresses that are none are left out. */
export function readSources(urls: readonly string[] = []): Source[] {
  return cleanSources(urls).map((url) => {
    const { host, pathname, search } = new URL(url);
    return { url, host: host.replace(/^www\./, ''), path: `${pathname}${search}`.replace(/^\/$/, '') };
  });
}

function readPage(text: string): URL | null {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.searchParams.get('utm_source') === 'openai') url.searchParams.delete('utm_source');
  return url;
}
