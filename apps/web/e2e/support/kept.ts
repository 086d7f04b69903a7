import { expect, type Page } from '@playwright/test';

/** By then the client has begun to keep itself and the conversations. */
const KEPT_BY = 25_000;

/** Waits until the page and all that it needs are kept, and this many conversations. */
export async function expectKept(page: Page, conversations: number): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: KEPT_BY })
    .toBe(true);
  await expect.poll(() => keptConversations(page), { timeout: KEPT_BY }).toBe(conversations);
}

/** How many conversations are kept on this device; null where there is no place for them. */
export function keptConversations(page: Page): Promise<number | null> {
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

/** Names of the caches, and the addresses and words of all that is in them. */
export function keptFiles(page: Page): Promise<{ names: string[]; addresses: string[]; words: string }> {
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
