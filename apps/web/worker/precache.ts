import { BUILD } from './build.ts';

const PREFIX = 'parley-';
const NAME = `${PREFIX}${BUILD.version}`;
const ANY: CacheQueryOptions = { ignoreVary: true, ignoreSearch: true };

export const PAGE = '/';
/** Files without a content hash in their name. */
export const UNNAMED = ['/boot.js', '/favicon.svg', '/manifest.webmanifest'];

/**
 * Caches everything that this build needs without a network, one file after the other, so that it delays nothing on
 * screen. Rejects if a file is missing or the server has a new build; then the build is not used offline.
 */
export async function precacheBuild(): Promise<void> {
  const kept = await caches.open(NAME);
  for (const path of BUILD.files) {
    const response = (await caches.match(path, ANY)) ?? (await ask(path, 'default'));
    await kept.put(path, response);
  }
  for (const path of UNNAMED) await kept.put(path, await ask(path, 'no-cache'));
  const page = await ask(PAGE, 'no-cache');
  if (!(await cachePage(page))) throw new Error('The page is of another build.');
}

async function ask(path: string, cache: RequestCache): Promise<Response> {
  const response = await fetch(path, { cache, priority: 'low' });
  if (path !== PAGE && !isFile(response)) throw new Error(`${path} did not come.`);
  return response;
}

/** Caches this page if it belongs to this build, and returns whether it did. */
export async function cachePage(page: Response): Promise<boolean> {
  const words = page.ok && !page.redirected ? await page.clone().text() : '';
  if (words === '' || !BUILD.entries.every((name) => words.includes(name))) return false;
  await (await caches.open(NAME)).put(PAGE, page);
  return true;
}

/** Caches a file with a content hash in its name. */
export async function cacheFile(request: Request, response: Response): Promise<void> {
  if (isFile(response)) await (await caches.open(NAME)).put(request, response);
}

/** Finds a response in this build's cache, or with `isOfAny` in that of any build. */
export async function kept(what: Request | string, isOfAny: boolean): Promise<Response | undefined> {
  const own = await (await caches.open(NAME)).match(what, ANY);
  return own ?? (isOfAny ? caches.match(what, ANY) : undefined);
}

/** Deletes the caches of earlier builds, except the last one that was installed: its pages may still be open. */
export async function tidy(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  // An installation caches the page last.
  const pages = await Promise.all(others.map(async (name) => (await caches.open(name)).match(PAGE)));
  const last = others.findLast((_, index) => pages[index]);
  await Promise.all(others.filter((name) => name !== last).map((name) => caches.delete(name)));
}

/** Some hosts answer with their page for missing files. */
function isFile(response: Response): boolean {
  return response.status === 200 && !response.headers.get('Content-Type')?.startsWith('text/html');
}
