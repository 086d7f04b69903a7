import { BUILD } from './build.ts';

const PREFIX = 'parley-';
const NAME = `${PREFIX}${BUILD.version}`;
const ANY: CacheQueryOptions = { ignoreVary: true, ignoreSearch: true };

export const PAGE = '/';
/** Files whose names do not tell what is in them. */
export const UNNAMED = ['/boot.js', '/favicon.svg', '/manifest.webmanifest'];

/**
 * Keeps all that this build needs where there is no network, one file after the other, so that nothing waits for it that
 * somebody is waiting for. Rejects where it is not whole, or the server has another build by now: then it is none.
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

/** Keeps this page for others to open with, where it is one of this build. */
export async function cachePage(page: Response): Promise<boolean> {
  const words = page.ok && !page.redirected ? await page.clone().text() : '';
  if (words === '' || !BUILD.entries.every((name) => words.includes(name))) return false;
  await (await caches.open(NAME)).put(PAGE, page);
  return true;
}

/** Keeps a file that is named after what is in it. */
export async function cacheFile(request: Request, response: Response): Promise<void> {
  if (isFile(response)) await (await caches.open(NAME)).put(request, response);
}

/** What is kept of this build, or of any for a file that is named after what is in it. */
export async function kept(what: Request | string, isOfAny: boolean): Promise<Response | undefined> {
  const own = await (await caches.open(NAME)).match(what, ANY);
  return own ?? (isOfAny ? caches.match(what, ANY) : undefined);
}

/** Throws away what builds before this one kept; of the last of them there may be pages open, which go on with it. */
export async function tidy(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** A host may answer with its page for what it has no longer. */
function isFile(response: Response): boolean {
  return response.status === 200 && !response.headers.get('Content-Type')?.startsWith('text/html');
}
