const MAX_SOURCES = 20;
/** Characters of the longest address that is kept; twenty of them fit easily into a line of the stream. */
const MAX_ADDRESS = 2_000;

/** A source as the list shows it. */
export interface Source {
  url: string;
  host: string;
  /** The path from the first slash; empty for a home page. */
  path: string;
  title: string | undefined;
}

/** The web pages among these addresses, deduplicated: http and https only, without the model's tracking parameters. */
export function cleanSources(urls: readonly unknown[]): string[] {
  const kept = new Set<string>();
  for (const url of urls) {
    const page = typeof url === 'string' ? readPage(url) : null;
    if (page) kept.add(page.href);
    if (kept.size === MAX_SOURCES) break;
  }
  return [...kept];
}

/** The sources as the list shows them; invalid addresses are left out. */
export function readSources(urls: readonly string[] = [], titles: readonly string[] = []): Source[] {
  return cleanSources(urls).map((url, index) => {
    const { host, pathname, search } = new URL(url);
    const path = `${pathname}${search}`.replace(/^\/$/, '');
    return { url, host: host.replace(/^www\./, ''), path, title: titles[index] || undefined };
  });
}

function readPage(text: string): URL | null {
  if (text.length > MAX_ADDRESS) return null;
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.searchParams.get('utm_source') === 'openai') url.searchParams.delete('utm_source');
  // Letters beyond ASCII grow when they are written as a URL.
  return url.href.length > MAX_ADDRESS ? null : url;
}
