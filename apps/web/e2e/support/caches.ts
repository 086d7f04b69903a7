import { expect, type Page } from '@playwright/test';

/** Milliseconds after the start when the client begins caching itself and the conversations. */
const CACHING_STARTS_MS = 10_000;

/** All files of the build must load first, which takes seconds and on a busy machine much longer. */
export const WHILE_CACHING = { timeout: 60_000 };

/** Advances the installed clock to the time when the pages of this browser start caching. */
export const skipToCaching = (page: Page) => page.clock.fastForward(CACHING_STARTS_MS);

/** Waits until the page, its files and this many conversations are cached. */
export async function expectCached(page: Page, conversations: number): Promise<void> {
  await skipToCaching(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), WHILE_CACHING).toBe(true);
  await expect.poll(() => countCachedConversations(page), WHILE_CACHING).toBe(conversations);
}

/** Waits until the lists and fields of the settings are cached, which begins as `expectCached` skips the time. */
export async function expectSettingsCached(page: Page): Promise<void> {
  const names = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((each) => each.startsWith('settings:'));
      return Object.keys(JSON.parse((key && localStorage.getItem(key)) || '{}') as object);
    });
  const all = ['account', 'memories', 'archived', 'deleted'];
  await expect.poll(names, WHILE_CACHING).toEqual(expect.arrayContaining(all));
}

/** Number of conversations cached on this device; null without a cache database. */
export function countCachedConversations(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'parley');
    if (!isThere) return null;
    const db = await result(indexedDB.open('parley'));
    try {
      return await result(db.transaction('messages').objectStore('messages').count());
    } finally {
      db.close();
    }

    function result<T>(asked: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result));
        asked.addEventListener('error', () => reject(asked.error));
      });
    }
  });
}

/** The names of the caches, and the addresses and texts of their entries. */
export function readCaches(page: Page): Promise<{ names: string[]; addresses: string[]; words: string }> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const addresses: string[] = [];
    let words = '';
    for (const name of names) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        addresses.push(new URL(request.url).pathname);
        words += await (await cache.match(request))?.text();
      }
    }
    return { names, addresses, words };
  });
}
