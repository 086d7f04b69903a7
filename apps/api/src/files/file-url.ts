const FILES_PATH = '/api/files/';

export function fileUrl(id: string): string {
  return FILES_PATH + id;
}

/** The id in one of our file URLs, with or without an origin; null for any other URL. Fetches nothing. */
export function fileIdOf(url: string): string | null {
  if (!URL.canParse(url, 'http://localhost')) return null;
  const { pathname } = new URL(url, 'http://localhost');
  const id = pathname.startsWith(FILES_PATH) ? pathname.slice(FILES_PATH.length) : '';
  return /^[\w-]{1,64}$/.test(id) ? id : null;
}
